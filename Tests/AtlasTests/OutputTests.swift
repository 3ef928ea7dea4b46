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
            let (status, output) = try Program.run(
                "Atlas", "--headless", "--stack", "single", "--rows", "200", "--trace", folder.path)
            #expect(status == 1 && output.hasSuffix("\nAtlas: “\(folder.path)” cannot be written: Is a directory.\n"))
            let inside = folder.appendingPathComponent("file/page").path
            try OutputFile(folder.appendingPathComponent("file").path).write("former")
            let failure = #expect(throws: OutputFile.Failure.self) { try OutputFile(inside).write("page") }
            #expect(failure?.description.hasPrefix("“\(inside)” cannot be written: ") == true)
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

    @Test(arguments: [["--stack", "nested"], ["--frames", "pictures"]])
    func `a signal that ends a run leaves no store behind`(arguments: [String]) throws {
        try Program.inFolder { folder in
            let output = try run(
                """
                cd "$0"
                export TMPDIR="$0"
                "$@" >output 2>&1 & program=$!
                until ls | grep -q '^Atlas-'; do :; done
                kill $program
                wait $program
                echo "status $?"
                ls | grep '^Atlas-'
                """, folder, "--headless", arguments[0], arguments[1], "--rows", "20000")
            #expect(output == "status 143\n")
        }
    }
}
