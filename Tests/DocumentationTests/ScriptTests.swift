import Foundation
import Testing

/// Rules for the text of the shell scripts.
@Suite struct ScriptTests {
    private static let scripts: [(path: String, text: String)] = {
        ["Scripts", ".ci"].flatMap { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: Document.root + "/" + folder)) ?? []
            return names.sorted().compactMap { name in
                let text = try? String(contentsOfFile: "\(Document.root)/\(folder)/\(name)", encoding: .utf8)
                return text.flatMap { $0.hasPrefix("#!/usr/bin/env bash") ? ("\(folder)/\(name)", $0) : nil }
            }
        }
    }()

    /// In some locales `[a-z]` contains other letters than these. In Turkish it lacks the letter i.
    @Test func `a range of letters stands where the locale is C`() throws {
        #expect(Self.scripts.count > 15)
        for (path, text) in Self.scripts where !text.contains("export LC_ALL=C\n") {
            for line in text.split(separator: "\n") where !line.hasPrefix("#") {
                guard line.contains(/\[\^?[^\]\s"$]*[A-Za-z]-[A-Za-z]/) else { continue }
                #expect(line.contains("LC_ALL=C"), "\(path): \(line)")
            }
        }
    }

    @Test func `a script enters the project whatever CDPATH says`() {
        for (path, text) in Self.scripts where text.contains("dirname") {
            #expect(!text.contains(/(?m)(^|\()cd "\$\(dirname/), "\(path)")
        }
    }

    @Test func `the workflow runs each step of the checks once`() throws {
        let workflow = try String(contentsOfFile: Document.root + "/.github/workflows/ci.yml", encoding: .utf8)
        let checks = try String(contentsOfFile: Document.root + "/.ci/run", encoding: .utf8)
        let steps = try #require(checks.firstMatch(of: /(?m)^steps=\((.*)\)$/)).output.1.split(separator: " ")
        let run = workflow.matches(of: /(?m)^ *steps: (.*)$/).flatMap { $0.output.1.split(separator: " ") }
        #expect(steps.count > 5 && run.sorted() == steps.sorted())
    }
}
