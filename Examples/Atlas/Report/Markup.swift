import Foundation

/// Text in HTML and SVG.
enum Markup {
    /// Returns a text with entities in place of the characters that have a meaning in markup, for content and quoted attributes.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
    }

    /// Returns the link from a page to a file.
    /// - Parameter folder: The folder of the page; nil if the page may be anywhere, which makes the link absolute.
    static func link(to file: URL, from folder: URL?) -> String {
        let target = file.standardizedFileURL.pathComponents
        guard let folder else { return path(target.dropFirst(), from: "file:///") }
        let base = folder.standardizedFileURL.pathComponents
        let common = zip(target, base).prefix { $0 == $1 }.count
        return path(target.dropFirst(common), from: String(repeating: "../", count: base.count - common))
    }

    private static func path(_ components: some Sequence<String>, from start: String) -> String {
        // A colon in the first component would end a scheme, and letters beyond ASCII are not part of a URL.
        let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        let encoded = components.map { $0.addingPercentEncoding(withAllowedCharacters: plain) ?? $0 }
        return start + encoded.joined(separator: "/")
    }
}
