/// Whose code a frame is.
enum CodeOwner {
    /// This package's.
    case loop
    /// The language's, the system's, or a piece the compiler made to connect two functions.
    case system
    /// Such a piece, made of a function of the user's, which may have been inlined into it.
    case userGlue
    case user

    init(_ frame: Backtrace.Frame) {
        guard let symbol = frame.symbol, let name = frame.name else {
            // Without a name the file decides.
            self = Self.isSystem(file: frame.fileName ?? "") ? .system : .user
            return
        }
        let module = Self.module(of: symbol)
        let isForeign = module.map { Self.systemModules.contains($0) } ?? Self.isSystem(file: frame.fileName ?? "")
        if symbol.hasPrefix("mainspring_") || symbol.hasPrefix("__CFRUNLOOP_IS_")
            || Self.ownModules.contains(module ?? "")
        {
            self = .loop
        } else if isForeign || Self.runtimeFunctions.contains(where: symbol.hasPrefix) {
            self = .system
        } else if Self.glue.contains(where: name.hasPrefix) {
            self = module == nil ? .system : .userGlue
        } else {
            self = .user
        }
    }

    private static let ownModules: Set<String> = ["Mainspring", "FoundationRunLoop"]

    private static let systemModules: Set<String> = [
        "Swift", "_Concurrency", "Synchronization", "Dispatch", "Foundation", "FoundationEssentials", "Glibc",
    ]

    /// In programs that contain the runtime libraries instead of loading them.
    private static let runtimeFunctions = ["_dispatch_", "dispatch_", "swift_", "_swift_", "_ZN5swift", "_ZNK5swift"]

    private static let glue = [
        "reabstraction thunk", "@objc ", "partial apply", "outlined ", "dispatch thunk", "protocol witness",
        "implicit closure",
        "thunk for",
    ]

    private static let systemFiles = [
        "libswift", "lib_Swift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime", "libc.", "libc-",
        "libm.",
        "libgcc_s", "libstdc++", "libpthread", "ld-linux", "linux-vdso", "libtsan", "libasan", "libclang_rt",
    ]

    private static func isSystem(file: String) -> Bool {
        systemFiles.contains(where: file.hasPrefix)
    }

    /// The module that a mangled Swift name belongs to: the first in the name, or, in an extension of another module's
    /// type, the one that the extension stands in, which an E follows.
    static func module(of symbol: String) -> String? {
        guard symbol.hasPrefix("$s") else { return nil }
        let mangled = symbol.utf8.dropFirst(2)
        var scan = mangled.drop { !isDigit($0) }
        while let digit = scan.first {
            guard digit != UInt8(ascii: "0"), let name = identifier(scan) else {
                // A name put together of words that came before.
                scan = scan.drop(while: isDigit).drop { !isDigit($0) }
                continue
            }
            let rest = scan.drop(while: isDigit).dropFirst(name.utf8.count)
            if rest.first == UInt8(ascii: "E") { return name }
            scan = rest.drop { !isDigit($0) }
        }
        // The standard library's module and types have letters of their own.
        if mangled.first == UInt8(ascii: "s") || mangled.first == UInt8(ascii: "S") { return "Swift" }
        return identifier(mangled)
    }

    /// A name with its length before it.
    private static func identifier(_ bytes: Substring.UTF8View) -> String? {
        let digits = bytes.prefix(while: isDigit)
        guard digits.first != UInt8(ascii: "0"), let count = Int(Substring(digits)), count > 0 else { return nil }
        let name = bytes.dropFirst(digits.count).prefix(count)
        return name.count == count ? String(Substring(name)) : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
