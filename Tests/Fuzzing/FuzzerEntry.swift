// What libFuzzer calls: `.ci/fuzz` builds it with the targets of Tests/LoopbackKitTests/Fuzzing.

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

private func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)  // copied at once
}

/// The target that `LOOPBACKKIT_FUZZ_TARGET` names.
private let target: FuzzTarget = {
    let name = variable("LOOPBACKKIT_FUZZ_TARGET")
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        fatalError("LOOPBACKKIT_FUZZ_TARGET names none of \(FuzzTarget.all.map(\.name))")
    }
    return target
}()

/// Writes the target's seeds into the folder that `LOOPBACKKIT_FUZZ_SEEDS` names, or with `LOOPBACKKIT_FUZZ_LIST` prints
/// the targets' names and ends.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    if variable("LOOPBACKKIT_FUZZ_LIST") != nil {
        print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
        exit(0)
    }
    guard let folder = variable("LOOPBACKKIT_FUZZ_SEEDS") else { return 0 }
    for (index, seed) in target.seeds.enumerated() {
        guard let file = unsafe fopen("\(folder)/seed-\(index)", "wb") else { fatalError("can't write to \(folder)") }
        unsafe seed.withUnsafeBytes { bytes in _ = unsafe fwrite(bytes.baseAddress, 1, bytes.count, file) }
        unsafe fclose(file)
    }
    return 0
}

/// Tries one input; libFuzzer keeps the one that ends the process.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))  // copied at once
    do {
        try target.check(input)
    } catch {
        fatalError("\(target.name): \(error)")
    }
    return 0
}
