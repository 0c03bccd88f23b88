// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .treatWarning("DeprecatedDeclaration", as: .warning),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]

// The call script's parts, beside the page's script and the bridge library.
let callScriptParts = [
    "kit", "place", "policy", "failures", "answers", "fetch", "xml-http-request", "beacon", "web-socket",
    "event-source",
    "workers", "elements", "launches", "start",
].map { "Calls/\($0)" }

let package = Package(
    name: "LoopbackKit",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "LoopbackKitHTTP", targets: ["LoopbackKitHTTP"]),
        .library(name: "LoopbackKit", targets: ["LoopbackKit"]),
    ],
    targets: [
        .systemLibrary(name: "CLinux", path: "Sources/LoopbackKitHTTP/CLinux"),
        .target(
            name: "LoopbackKitHTTP",
            dependencies: [.target(name: "CLinux", condition: .when(platforms: [.linux]))],
            exclude: ["CLinux"],
            swiftSettings: settings
        ),
        .target(
            name: "LoopbackKit",
            dependencies: ["LoopbackKitHTTP"],
            resources: (["page", "bridge"] + callScriptParts).map { .embedInCode("Scripts/\($0).js") },
            swiftSettings: settings
        ),
        .target(name: "TerminalProgram", path: "Sources/Examples/TerminalProgram", swiftSettings: settings),
        .executableTarget(
            name: "hello-server",
            dependencies: ["LoopbackKitHTTP", "TerminalProgram"],
            path: "Sources/Examples/HelloServer",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "plugin-host",
            dependencies: ["LoopbackKit", "LoopbackKitHTTP", "TerminalProgram"],
            path: "Sources/Examples/PluginHost",
            resources: [.copy("SamplePlugin"), .embedInCode("NeighbourPage.html")],
            swiftSettings: settings
        ),
        .target(
            name: "BenchmarkSubject",
            dependencies: ["LoopbackKit", "LoopbackKitHTTP"],
            path: "Benchmarks/Subject",
            swiftSettings: settings
        ),
        .target(
            name: "BenchmarkLoad",
            dependencies: [.target(name: "CLinux", condition: .when(platforms: [.linux]))],
            path: "Benchmarks/Load",
            swiftSettings: settings
        ),
        .target(name: "BenchmarkReport", path: "Benchmarks/Report", swiftSettings: settings),
        .executableTarget(
            name: "loopback-bench",
            dependencies: [
                "BenchmarkLoad", "BenchmarkReport", "BenchmarkSubject", "LoopbackKit", "LoopbackKitHTTP",
            ],
            path: "Benchmarks/Harness",
            swiftSettings: settings
        ),
        .testTarget(
            name: "LoopbackKitTests",
            dependencies: [
                "LoopbackKit", "LoopbackKitHTTP", "hello-server", "plugin-host",
                "BenchmarkLoad", "BenchmarkReport", "loopback-bench",
            ],
            // The libraries are what a release build is tested for: optimised tests take far longer to compile.
            swiftSettings: settings + [
                .unsafeFlags(
                    ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"],
                    .when(configuration: .release)
                )
            ]
        ),
    ]
)
