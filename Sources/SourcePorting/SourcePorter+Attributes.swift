internal import SourceScanning

extension SourcePorter {
    /// Attributes that are left where they stand, with the reason.
    private static let foreignAttributes: [String: String] = {
        let builder = "there is no Interface Builder here; take it away and set up the object in code"
        let application = "there is no application object here; write @main and a static main()"
        return [
            "IBOutlet": builder, "IBAction": builder, "IBSegueAction": builder, "IBDesignable": builder,
            "IBInspectable": builder, "GKInspectable": builder, "NSApplicationMain": application,
            "UIApplicationMain": application,
        ]
    }()

    /// Takes an attribute away, or leaves and tells it; returns the place of the token after it.
    mutating func attribute(at index: Int) -> Int {
        var last = index + 1
        guard last < file.tokens.count, file.tokens[last].kind == .word else { return last }
        if let reason = Self.foreignAttributes[file.text(file.tokens[last])] {
            leave(index...last, reason)
            return last + 1
        }
        var name: String?
        if file.token(last, is: "objc") {
            if file.token(last + 1, is: "("), touches(last + 1) {
                last = closing(from: last + 1)
                if last == index + 4 { name = file.text(file.tokens[index + 3]) }
            }
        } else if !file.token(last, is: "objcMembers") {
            return index + 1
        }
        guard last < file.tokens.count else { return last }
        let declaration = Declaration(after: last, in: file)
        if let reason = declaration.reasonToLeave(objectiveCName: name) {
            leave(index...last, reason)
            return last + 1
        }
        if file.token(index + 1, is: "objcMembers") {
            losingKeys(index...last, declaration)
        } else {
            losingKey(index...last, declaration)
        }
        remove(index...last)
        if declaration.keyword == "protocol" { bindToClasses(declaration) }
        return last + 1
    }

    /// With the attribute goes the space after it, or its line where nothing else is on that.
    private mutating func remove(_ tokens: ClosedRange<Int>) {
        var end = file.tokens[tokens.upperBound].end
        while end < file.bytes.count, file.bytes[end] == UInt8(ascii: " ") { end += 1 }
        var start = file.tokens[tokens.lowerBound].start
        if isAloneOnLine(tokens.lowerBound, end: end) {
            while start > 0, file.bytes[start - 1] == UInt8(ascii: " ") || file.bytes[start - 1] == UInt8(ascii: "\t") {
                start -= 1
            }
            end += file.bytes[end] == UInt8(ascii: "\r") ? 2 : 1
        }
        replace(start..<min(end, file.bytes.count), line: file.tokens[tokens.lowerBound].line, by: "")
    }

    private func isAloneOnLine(_ index: Int, end: Int) -> Bool {
        guard file.tokens[index].beginsLine, end < file.bytes.count else { return false }
        var start = file.tokens[index].start
        while start > 0, file.bytes[start - 1] != UInt8(ascii: "\n") {
            guard file.bytes[start - 1] == UInt8(ascii: " ") || file.bytes[start - 1] == UInt8(ascii: "\t") else {
                return false
            }
            start -= 1
        }
        return file.bytes[end] == UInt8(ascii: "\n") || file.bytes[end] == UInt8(ascii: "\r")
    }

    /// Only classes can conform to a protocol of Objective-C, and references to it may be weak.
    private mutating func bindToClasses(_ declaration: Declaration) {
        guard let name = declaration.nameIndex else { return }
        let end = file.tokens[name].end
        guard file.token(name + 1, is: ":") else {
            return replace(end..<end, line: file.tokens[name].line, by: ": AnyObject")
        }
        var index = name + 2
        while index < file.tokens.count, !file.token(index, is: "{") {
            if ["AnyObject", "class", "NSObjectProtocol"].contains(file.text(file.tokens[index])) { return }
            index += 1
        }
        let colon = file.tokens[name + 1].end
        replace(colon..<colon, line: file.tokens[name].line, by: " AnyObject,")
    }

    /// Tells of calls and methods that observe keys, which nothing calls here.
    mutating func observing(at index: Int) {
        let arguments = index + 2..<max(index + 2, min(file.tokens.count, index + Self.longestCall))
        let reason = "no key is observed here; use a notification, a didSet or a closure of your own"
        if file.token(index, is: "observe"), file.token(index + 2, is: "\\") {
            let end = arguments.first { file.token($0, is: ",") || file.token($0, is: ")") } ?? index + 2
            leave((file.token(index - 1, is: ".") ? index - 1 : index)...end - 1, reason)
        } else if file.token(index, is: "addObserver") || file.token(index, is: "removeObserver") {
            // The first parenthesis or label of that name decides.
            let end = arguments.first { file.token($0, is: "forKeyPath") || file.token($0, is: ")") }
            if let end, file.token(end, is: "forKeyPath") { leave(index...index, reason) }
        } else if file.token(index, is: "observeValue"), file.token(index + 2, is: "forKeyPath") {
            leave(index...index, reason)
        }
    }
}
