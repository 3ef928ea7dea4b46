internal import Foundation

/// The results in Markdown, for the documentation.
struct SummaryTable {
    let results: [SceneResult]
    /// The browser's name and version.
    let browser: String

    var text: String {
        var lines = [
            "| Scene | What it shows | Gate | Most | Mean | % > 16 | |", "|---|---|---|---|---|---|---|",
        ]
        for result in results {
            let scene = result.scene
            lines.append(
                "| \(scene.name) | \(scene.shows) | \(scene.gate.rawValue) | \(result.most) | \(Self.number(result.mean)) "
                    + "| \(Self.number(result.share)) | \(result.verdict.rawValue) |")
        }
        let reasons = results.filter { $0.verdict != .within }.map {
            "- \($0.scene.name): " + ($0.scene.allowance?.reason ?? "not explained.")
        }
        let count = results.filter { $0.verdict == .within }.count
        lines.append("")
        lines.append(
            "\(results.count) scenes, \(results.count * Scene.pictures) pictures of each side; \(count) scenes are within their gates."
        )
        if !reasons.isEmpty { lines += ["", "Above their gates are:", ""] + reasons }
        return lines.joined(separator: "\n") + "\n"
    }

    static func number(_ value: Double) -> String { String(format: "%.2f", value) }
}
