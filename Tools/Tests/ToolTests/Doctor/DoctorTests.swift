import Foundation
import Testing

@testable import Tool

@Suite struct DoctorTests {
    @Test func `it looks for what Scripts-bootstrap installs, under the same names`() throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Scripts/bootstrap")
        let text = try String(contentsOf: script, encoding: .utf8)
        let listed = text.split(separator: "\n").filter { $0.hasPrefix("test|") }.map {
            $0.split(separator: "|").map(String.init)
        }
        #expect(listed.count == Requirement.all.count)
        for (line, requirement) in zip(listed, Requirement.all) {
            let thing =
                switch requirement.thing {
                case .command(let name): "command \(name)"
                case .header(let name): "header \(name)"
                case .startFiles: "startfiles"
                case .module(let name): "module \(name)"
                case .font(let name): "font \(name)"
                }
            #expect(
                Array(line.dropFirst()) == [
                    thing, requirement.apt, requirement.dnf, requirement.pacman, requirement.purpose,
                ])
        }
    }

    @Test func `the status says whether something is missing, and each thing that is has a remedy`() throws {
        let run = try Tool.run("doctor", "--json")
        let report = try run.json()
        let findings = try #require(report["findings"] as? [[String: Any]])
        let missing = findings.filter { $0["state"] as? String == "missing" }
        #expect(run.status == (missing.isEmpty ? 0 : 1) && report["ok"] as? Bool == missing.isEmpty)
        #expect(missing.allSatisfy { $0["remedy"] is String })
        #expect(
            findings.contains { $0["name"] as? String == "SQLite's library" && $0["state"] as? String == "present" })
    }

    @Test func `a machine without any program in its path lacks what is needed`() throws {
        let run = try Tool.shell("PATH=/nowhere mainspring doctor --short")
        #expect(
            run.status == 1 && run.output.contains("missing  Swift 6.2 or later: no swift in PATH"), "\(run.output)")
        // What a program alone could tell is not said to be missing.
        #expect(run.output.contains("note     zlib: nobody can tell without pkg-config"), "\(run.output)")
        #expect(run.output.contains("the font DejaVu Sans: nobody can tell without fc-list"), "\(run.output)")
    }
}
