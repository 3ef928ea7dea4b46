internal import Foundation

/// The results as one HTML file: of each scene the picture that differs most, and all of them in a strip.
struct ComparisonPage {
    let results: [SceneResult]
    let browser: String

    func text() throws -> String {
        let above = results.filter { $0.verdict == .above }.count
        let known = results.filter { $0.verdict == .known }.count
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <title>Compared with Chromium</title>
            <style>\(Self.style)</style>
            <h1>Compared with Chromium</h1>
            <p>\(results.count) scenes at \(Scene.pictures) instants each, as layers and in \(browser); \(above) above what is allowed,
            \(known) above their gates as is known. On the left ours, then Chromium's, then the differences, four times as strong.
            Large: the instant that differs most; below it all instants, ours above Chromium's above the differences.</p>
            <table>
            <tr><th>Scene<th>Gate<th>Most<th>Mean<th>% &gt; 16<th>
            \(results.map(row).joined(separator: "\n"))
            </table>
            \(try results.map(section).joined(separator: "\n"))
            </html>

            """
    }

    private func row(_ result: SceneResult) -> String {
        "<tr class='\(mark(result))'><td><a href='#\(result.scene.name)'>\(result.scene.name)</a><td>\(result.scene.gate.rawValue)"
            + "<td>\(result.most)<td>\(SummaryTable.number(result.mean))<td>\(SummaryTable.number(result.share))"
            + "<td>\(result.verdict.rawValue)"
    }

    private func section(_ result: SceneResult) throws -> String {
        let (scene, worst) = (result.scene, result.worst)
        let difference = result.differences[worst]
        let strips = try [result.ours, result.theirs, result.differences.map(\.picture)].map { pictures in
            "<div class=strip>" + (try pictures.map { "<img src='\(try address($0))'>" }.joined()) + "</div>"
        }
        let instant = SummaryTable.number(scene.instants[worst])
        let large = try [result.ours[worst], result.theirs[worst], difference.picture].map {
            "<img class=large src='\(try address($0))'>"
        }
        return """
            <h2 id='\(scene.name)' class='\(mark(result))'>\(scene.name)</h2>
            <p>\(scene.shows.escapedForHTML). Gate: \(scene.gate.rawValue); \(result.verdict.rawValue).\
            \(scene.allowance.map { " \($0.reason.escapedForHTML)" } ?? "")</p>
            <p>Second \(instant): most \(difference.most), mean \(SummaryTable.number(difference.mean)), \
            \(SummaryTable.number(difference.share)) % above 16.</p>
            <div>\(large.joined())</div>
            \(strips.joined(separator: "\n"))
            """
    }

    private func mark(_ result: SceneResult) -> String {
        switch result.verdict {
        case .within: "within"
        case .known: "known"
        case .above: "above"
        }
    }

    private func address(_ picture: Picture) throws -> String {
        "data:image/png;base64,\(try picture.png().base64EncodedString())"
    }

    private static let style = """
        body { font: 14px sans-serif; margin: 24px; max-width: 1250px; }
        table { border-collapse: collapse; } td, th { padding: 1px 10px 1px 0; text-align: left; }
        img { border: 1px solid #ccc; margin: 1px; } .large { width: 400px; image-rendering: pixelated; }
        .strip img { width: 100px; } .known { color: #96640a; } .above { color: #b00020; font-weight: bold; }
        """
}

extension String {
    fileprivate var escapedForHTML: String {
        replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    }
}
