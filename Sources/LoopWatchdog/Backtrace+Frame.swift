internal import CLinux
internal import Glibc

extension Backtrace {
    /// One function of a stack.
    ///
    /// Ours.
    public struct Frame: Sendable, Hashable, CustomStringConvertible {
        /// An address inside the call that the function is executing.
        public let address: UInt
        /// The function's name as the linker knows it, or nil when the file's symbol tables have none for the address.
        public let symbol: String?
        /// How far into the function, or, without a symbol, into the file the address lies.
        public let offset: UInt
        /// The path of the program's file or of the library, or nil for an address in none of them.
        public let file: String?
        /// The function's name in Swift's words, or as the linker knows it when it is not Swift's.
        public let name: String?

        /// A frame whose symbol was found elsewhere.
        public init(address: UInt, symbol: String?, offset: UInt, file: String?) {
            self.address = address
            self.symbol = symbol
            self.offset = offset
            self.file = file
            self.name = symbol.map { Frame.demangled($0) ?? $0 }
        }

        /// The last part of the file's path.
        public var fileName: String? {
            file.map { String($0[($0.lastIndex(of: "/").map($0.index(after:)) ?? $0.startIndex)...]) }
        }

        /// The name without what the compiler put before it: which part of an async function, which specialization,
        /// that C may call it.
        var plainName: String? {
            guard var name = name.map({ $0[...] }) else {
                return fileName.map { "\($0) + 0x\(String(offset, radix: 16))" }
            }
            for mark in ["@objc ", "resume partial function for ", "> of ", "merged "] {
                let isSpecialization = mark == "> of "
                guard let found = name.firstRange(of: mark) else { continue }
                let before = name[..<found.lowerBound]
                if isSpecialization ? before.contains("specialization <") : before.isEmpty || before.first == "(" {
                    name = name[found.upperBound...]
                }
            }
            return String(name)
        }

        /// Name, offset and file in one line.
        public var description: String {
            let place = fileName ?? "no file"
            return name.map { "\($0) + \(offset) (\(place))" } ?? "\(place) + 0x\(String(offset, radix: 16))"
        }

        private static func demangled(_ symbol: String) -> String? {
            guard let words = symbol.withCString({ swift_demangle($0, symbol.utf8.count, nil, nil, 0) }) else {
                return nil
            }
            defer { free(words) }
            // The spaces of an identifier in backticks come as no-break spaces.
            let name = String(String(cString: words).map { $0 == "\u{a0}" ? " " : $0 })
            return withoutDiscriminators(name)
        }

        /// Private names carry a hash of their file: "(name in _0123456789ABCDEF0123456789ABCDEF)".
        private static func withoutDiscriminators(_ name: String) -> String {
            let mark = " in _"
            let hashLength = 32
            var result = ""
            var rest = name[...]
            while let found = rest.firstRange(of: mark) {
                let hash = rest[found.upperBound...].prefix(hashLength)
                let after = rest[hash.endIndex...]
                guard hash.count == hashLength, hash.allSatisfy(\.isHexDigit), after.first == ")",
                    let start = rest[..<found.lowerBound].lastIndex(of: "(")
                else {
                    result += rest[..<found.upperBound]
                    rest = rest[found.upperBound...]
                    continue
                }
                result += rest[..<start]
                result += rest[rest.index(after: start)..<found.lowerBound]
                rest = after.dropFirst()
            }
            return result + rest
        }
    }
}

extension [Backtrace.Frame] {
    /// One line for each frame, numbered from the innermost.
    var listing: String {
        enumerated().map { index, frame in
            let number = String(index)
            return String(repeating: " ", count: Swift.max(0, 3 - number.count)) + number + "  " + frame.description
        }.joined(separator: "\n")
    }
}
