import ArgumentParser
import CityStacks
import CommandRunner
import Foundation
import Testing

@testable import Atlas

/// What the program writes, and what it leaves behind.
@Suite struct OutputTests {
    /// Runs a script of the shell, which finds a folder as `$0`, and the program with its arguments as `$@`.
    private func run(_ script: String, _ folder: URL, _ arguments: String...) throws -> String {
        // Whoever waits in it for what does not come is ended.
        try Program.run("Atlas", arguments, in: "timeout", ["300", "sh", "-c", script, folder.path]).output
    }

    @Test func `a page is written into a pipe, which stays one`() throws {
        try Program.inFolder { folder in
            try #require(mkfifo(folder.appendingPathComponent("pipe").path, 0o600) == 0)
            let output = try run(
                """
                cat "$0/pipe" >"$0/page" &
                "$@" --report "$0/pipe" >"$0/rows" 2>&1
                status=$?
                wait
                echo "status $status"
                [ -p "$0/pipe" ] && echo "a pipe"
                """, folder, "--headless", "--stack", "single", "--rows", "200")
            #expect(output == "status 0\na pipe\n")
            let page = try String(contentsOf: folder.appendingPathComponent("page"), encoding: .utf8)
            #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
        }
    }

    @Test func `what cannot be written is told with its name, and the program ends with 1`() throws {
        try Program.inFolder { folder in
            for option in ["--trace", "--record", "--report"] {
                let (status, output) = try Program.run(
                    "Atlas", "--headless", "--stack", "single", "--rows", "200", option, folder.path)
                // Before anything else is done.
                #expect(
                    status == 1 && output == "Atlas: “\(folder.path)” cannot be written: Is a directory.\n", "\(option)"
                )
            }
            let inside = folder.appendingPathComponent("file/page").path
            try OutputFile(folder.appendingPathComponent("file").path).write("former")
            let failure = #expect(throws: OutputFile.Failure.self) { try OutputFile(inside).write("page") }
            #expect(failure?.description.hasPrefix("“\(inside)” cannot be written: ") == true)
        }
    }

    @Test func `the folders of all that is to be written are made before anything is run`() throws {
        try Program.inFolder { folder in
            let files = ["--record": "a/b.webp", "--frames": "c/d", "--trace": "e/f.json", "--report": "g/h.html"]
            let arguments = files.flatMap { [$0.key, folder.appendingPathComponent($0.value).path] }
            try Options.parse(arguments).prepareOutputs()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a", "c", "e", "g"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/c") == ["d"])
            try OutputFile(folder.path + "/file").write("former")
            for (option, _) in files {
                #expect(throws: OutputFile.Failure.self, "\(option)") {
                    try Options.parse([option, folder.path + "/file/inside"]).prepareOutputs()
                }
            }
        }
    }

    @Test func `a recording, which would take its place, is not put where a pipe is`() throws {
        try Program.inFolder { folder in
            let pipe = folder.appendingPathComponent("pipe").path
            try #require(mkfifo(pipe, 0o600) == 0)
            try Options.parse(["--trace", pipe, "--report", pipe]).prepareOutputs()
            let failure = #expect(throws: OutputFile.Failure.self) {
                try Options.parse(["--record", pipe]).prepareOutputs()
            }
            #expect(failure?.description.hasPrefix("“\(pipe)” cannot be written: It is no file") == true)
        }
    }

    @Test(arguments: [
        (#""$@" >/dev/full"#, "No space left on device."), (#""$@" >&-"#, "Bad file descriptor."),
        // The pipe's reader has gone before anything is written.
        (#"mkfifo pipe; : <pipe & exec 3>pipe; wait; "$@" >&3 3>&-"#, "Broken pipe."),
    ])
    func `a table that nobody gets is told, ends the program with 1, and leaves no store behind`(
        command: String, reason: String
    ) throws {
        try Program.inFolder { folder in
            let output = try run(
                """
                cd "$0"
                export TMPDIR="$0"
                \(command)
                echo "status $?"
                ls | grep '^Atlas-'
                """, folder, "--headless", "--stack", "single", "--rows", "200")
            #expect(output == "Atlas: “standard output” cannot be written: \(reason)\nstatus 1\n")
        }
    }

    @Test(arguments: SetUpKind.allCases)
    func `an import whose store takes no more is told in a sentence, ends with 1, and leaves no store behind`(
        kind: SetUpKind
    ) throws {
        try Program.inFolder { folder in
            let output = try run(
                """
                cd "$0"
                export TMPDIR="$0"
                # No file grows beyond half a megabyte or one; who tries gets an error, and no signal.
                trap '' XFSZ
                ulimit -f 1024
                "$@"
                echo "status $?"
                ls | grep '^Atlas-'
                """, folder, "--headless", "--stack", kind.rawValue, "--rows", "20000")
            let told = "\nAtlas: Nothing was saved into \(folder.path)/Atlas-"
            #expect(output.contains(told) && output.hasSuffix("\nstatus 1\n"), "\(output)")
            #expect(!output.contains("Error Domain") && !output.contains("UserInfo"), "\(output)")
        }
    }

    @Test func `a file that is there is replaced by the whole of the new one`() throws {
        try Program.inFolder { folder in
            let file = folder.appendingPathComponent("inner/file")
            for text in ["a longer one", "short"] {
                try OutputFile(file.path).write(text)
                #expect(try String(contentsOf: file, encoding: .utf8) == text)
            }
        }
    }

    @Test(arguments: [["--stack", "nested"], ["--frames", "pictures"]], [("TERM", 143), ("HUP", 129)])
    func `a signal that ends a run leaves no store behind`(arguments: [String], signal: (String, Int)) throws {
        try Program.inFolder { folder in
            let output = try run(
                """
                cd "$0"
                export TMPDIR="$0"
                # Who runs the tests may ignore the signal, as nohup does.
                env --default-signal=\(signal.0) "$@" >output 2>&1 & program=$!
                until ls | grep -q '^Atlas-'; do :; done
                kill -\(signal.0) $program
                wait $program
                echo "status $?"
                ls | grep '^Atlas-'
                """, folder, "--headless", arguments[0], arguments[1], "--rows", "20000")
            #expect(output == "status \(signal.1)\n")
        }
    }

    @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
    func `a signal that comes while another process records the story ends that as well`(
        signal: (String, Int)
    ) throws {
        try Program.inFolder { folder in
            let output = try run(
                """
                cd "$0"
                export TMPDIR="$0"
                env --default-signal=\(signal.0) "$@" >output 2>&1 & program=$!
                # What is measured is over then, and its store gone; the next one is the story's.
                until grep -qs '^single' output; do :; done
                until ls | grep -q '^Atlas-'; do :; done
                kill -\(signal.0) $program
                wait $program
                echo "status $?"
                # The other one would have it, and end with a file.
                ls | grep -v '^output$'
                """, folder, "--headless", "--stack", "single", "--rows", "200", "--record", "a.webp", "--report",
                "r.html")
            #expect(output == "status \(signal.1)\n")
        }
    }

    @Test func `what goes wrong is told by its sentence, whatever kind of error it is`() throws {
        struct Named: Error, CustomStringConvertible { let description = "The map is lost." }
        struct Localized: LocalizedError { let errorDescription: String? = "The map is lost." }
        let cocoa = NSError(
            domain: NSCocoaErrorDomain, code: 640, userInfo: [NSLocalizedDescriptionKey: "The map is lost."])
        for error in [Named(), Localized(), cocoa] as [any Error] {
            #expect(Complaint.sentence(for: error) == "The map is lost.")
        }
    }
}
