/// Why a host may not be called.
///
/// Neither the reason nor the message names an address: a page is not told what its machine's networks look like.
public struct GuardRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of reasons; more may be added.
    public struct Reason: Hashable, Sendable {
        /// The reason as a word for programs.
        public let word: String
        /// What is the matter, as the end of a sentence about the host.
        let predicate: String

        private init(_ word: String, _ predicate: String) {
            self.word = word
            self.predicate = predicate
        }

        /// It is the server itself.
        public static let ownServer = Reason("ownServer", "is this server itself")
        /// An address of this machine's interfaces.
        public static let ownAddress = Reason("ownAddress", "is this machine")
        /// An address of a network that this machine is directly connected to.
        public static let connectedNetwork = Reason("connectedNetwork", "is in a network that this machine is part of")
        /// An address that leads back to this machine.
        public static let loopbackAddress = Reason("loopbackAddress", "is this machine")
        /// An address of a private network, of its link, or of a provider's inner network.
        public static let privateAddress = Reason("privateAddress", "is in a private network")
        /// An address of the link.
        public static let linkLocalAddress = Reason("linkLocalAddress", "is an address of the local link")
        /// An address of a provider's network behind its translator.
        public static let sharedAddress = Reason("sharedAddress", "is in a provider's inner network")
        /// The address of many machines.
        public static let multicastAddress = Reason("multicastAddress", "is not one machine's address")
        /// An address that is kept for a purpose in which no site can be called.
        public static let reservedAddress = Reason("reservedAddress", "is an address reserved for other purposes")
        /// An address for examples.
        public static let documentationAddress = Reason("documentationAddress", "is an address for documentation")
        /// An IPv6 address that carries an IPv4 address to where nobody can tell what becomes of it.
        public static let transitionAddress = Reason(
            "transitionAddress",
            "is an address that leads through a tunnel or a translator"
        )
        /// A name that leads to this machine or into a network around it.
        public static let localName = Reason("localName", "has a name that belongs to local networks")
        /// A name of one part: a machine's search domains decide what it leads to.
        public static let singleLabelName = Reason("singleLabelName", "has a name without a domain")
        /// A name that can't be one.
        public static let malformedName = Reason("malformedName", "has a malformed name")
        /// A port on the Fetch standard's list of bad ports.
        public static let blockedPort = Reason("blockedPort", "would be called on a port that pages may not call")
        /// This machine's addresses could not be read, so nobody can tell which they are.
        public static let networkUnknown = Reason(
            "networkUnknown",
            "can't be checked, since this machine's own addresses could not be read"
        )

        /// All of them.
        package static let all: [Reason] = [
            ownServer, ownAddress, connectedNetwork, loopbackAddress, privateAddress, linkLocalAddress, sharedAddress,
            multicastAddress, reservedAddress, documentationAddress, transitionAddress, localName, singleLabelName,
            malformedName, blockedPort, networkUnknown,
        ]
    }

    /// Why.
    public let reason: Reason
    /// Whether the name itself was fine, and one of the addresses that it leads to is not.
    public let isOfAnswer: Bool

    package init(_ reason: Reason, isOfAnswer: Bool = false) {
        self.reason = reason
        self.isOfAnswer = isOfAnswer
    }

    /// What happened, in a sentence for people.
    public var message: String {
        let subject = isOfAnswer ? "one of the addresses of the host's name" : "the host"
        return "The call is refused: \(subject) \(reason.predicate)."
    }

    /// The reason's word and the message.
    public var description: String { "\(reason.word): \(message)" }
}

extension ProxyFailure {
    /// Tells the page's developer what the guard refused.
    ///
    /// - Parameter refusal: why the host may not be called.
    public init(_ refusal: GuardRefusal) { self.init(.refused, refusal.reason.word, refusal.message) }
}
