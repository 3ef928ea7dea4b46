internal import SourceScanning

// What needs the Objective-C runtime or a framework of Apple's and stands in plain code: it is told, and stays.

extension SourcePorter {
    /// Modules that are not here.
    private static let foreignModules: Set<String> = ["UIKit", "AppKit", "Cocoa", "WatchKit", "ObjectiveC"]

    /// Tells of the import of a module that is not here, unless a `#if` chooses it by platform or module.
    mutating func importing(at index: Int) {
        guard !conditions.chooses, !file.token(index - 1, is: ".") else { return }
        // Between the two may stand what is imported of the module: `import class UIKit.UIColor`.
        for last in [index + 1, index + 2] where last < file.tokens.count && file.tokens[last].kind == .word {
            let module = file.text(file.tokens[last])
            guard Self.foreignModules.contains(module), !file.token(last - 1, is: ".") else { continue }
            leave(
                index...last,
                "there is no \(module) here; put what needs it between #if canImport(\(module)) and #endif, or into another target"
            )
            return
        }
    }

    /// Tells of calls that find classes and methods by name.
    mutating func calling(at index: Int) {
        guard !file.token(index - 1, is: "func") else { return }
        if file.token(index, is: "NSClassFromString") {
            leave(
                index...index,
                "classes have no Objective-C names here; name the type, or look it up in a dictionary of types")
        } else if file.token(index, is: "NSSelectorFromString") || file.token(index, is: "Selector") {
            namedSelector(at: index)
        } else if file.token(index, is: "prepare"), file.token(index + 2, is: "withInvocationTarget") {
            leave(index...index, "nothing records messages here; use registerUndo(withTarget:handler:)")
        }
    }

    /// `Selector("f:")` and `Selector(("f:"))`, unless it is an order that sort descriptors know.
    private mutating func namedSelector(at index: Int) {
        let last = closing(from: index + 1)
        guard last < file.tokens.count, file.token(last, is: ")") else { return }
        let strings = (index + 2..<last).filter { file.tokens[$0].kind == .string }
        if strings.count == 1, isArgumentOfSortDescriptor(index) {
            let name = file.text(file.tokens[strings[0]]).drop { $0 == "#" || $0 == "\"" }.prefix { $0 != "\"" }
            if Self.orders.contains(String(name)) { return }
        }
        leave(
            index...last, "there are no selectors here; use an API that takes a closure, or call the method directly")
    }

    /// Tells of a format that takes C's texts, as the argument `format:` or the first one of `NSLog`.
    mutating func format(at index: Int) {
        let isArgument = file.token(index - 1, is: ":") && file.token(index - 2, is: "format")
        let isLogged = file.token(index - 1, is: "(") && file.token(index - 2, is: "NSLog")
        guard isArgument || isLogged, Self.takesPointers(file.text(file.tokens[index])) else { return }
        leave(index...index, "%s takes a pointer to a C text, which a String is none of here; use %@")
    }

    /// Whether a format has `%s`, perhaps with flags, a place or a width.
    private static func takesPointers(_ format: String) -> Bool {
        var isDirective = false
        for character in format.utf8 {
            if character == UInt8(ascii: "%") {
                isDirective.toggle()
            } else if isDirective {
                if character == UInt8(ascii: "s") || character == UInt8(ascii: "S") { return true }
                isDirective = "0123456789.-+#$*' ".utf8.contains(character)
            }
        }
        return false
    }
}
