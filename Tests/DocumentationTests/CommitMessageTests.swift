import Foundation
import Testing

/// The rules of commit messages, as `Scripts/commit-msg` checks them.
@Suite(.serialized) struct CommitMessageTests {
    /// The last one exists nowhere: the shell falls back to C.
    private static let locales = ["C", "C.UTF-8", "xx_YY.UTF-8"]

    private static let good = [
        "Add a cache of rows", "Don't read a row twice", "Don’t read a row twice", "Build, run and test the examples",
        "Embed the font in the picture", "Feed the fuzzer with models", "Bring the window to the front",
        "Process events in order", "Pass the deadline on", "Focus the field on a click", "Re-export Foundation",
        "Merge the report into the tool", "Read rows ahead…", "Stop!", "fix what was read twice",
        "Show " + String(repeating: "a", count: 67), "Show " + String(repeating: "ä", count: 67),
        "Show " + String(repeating: "字", count: 67),
    ]

    private static let bad = [
        ("The map is drawn anew", "“The” is an article"), ("a map", "“a” is an article"),
        ("Nobody waits for the disk", "“Nobody” is a pronoun"), ("What export prints", "“What” is a question word"),
        ("Whoever interrupts a migration", "“Whoever” is a question word"), ("One pass a frame", "“One” is a pronoun"),
        ("Over a database", "“Over” is a preposition"), ("Now with colors", "“Now” is an adverb"),
        ("Added a cache", "“Added” is a verb in the past"), ("Adds a cache", "“Adds” is a noun or a verb in the third"),
        ("Adding a cache", "“Adding” is a verb in its -ing form"), ("Fixed it", "“Fixed” is a verb in the past"),
        ("Wrote a test", "“Wrote” is a verb in the past"), ("Tests of stores", "“Tests” is a noun"),
        ("Benchmarks: new figures", "“Benchmarks:” is a topic"), ("Atlas: draw twice", "“Atlas:” is a topic"),
        ("fix(store): close it", "“fix(store):” is a topic"), ("README's program", "“README's” is a name"),
        ("TextLayout wraps", "“TextLayout” is a name"), ("2,000 rows", "“2,000” is a name, a number"),
        ("wip", "“wip” is a placeholder"), ("Add a cache.", "ends with a full stop"),
        ("Add a cache...", "ends with a full stop"), ("Stop.", "ends with a full stop"),
        ("Show " + String(repeating: "a", count: 68), "has 73 characters; at most 72"),
        ("Show " + String(repeating: "ä", count: 68), "has 73 characters; at most 72"),
        ("Add a cache\nof rows", "Leave the second line blank"), (" Add a cache", "begins with no word"),
        ("… and a cache", "begins with no word"), ("... and more", "begins with no word"),
        ("! Add a cache", "begins with no word"), ("? what", "begins with no word"),
    ]

    private func inRepository(isEmpty: Bool = false, _ body: (ScratchRepository) throws -> Void) throws {
        let repository = try ScratchRepository(isEmpty: isEmpty)
        defer { try? FileManager.default.removeItem(atPath: repository.parent) }
        try body(repository)
    }

    // MARK: One message

    @Test(arguments: good, locales)
    func `a subject in the imperative of at most 72 characters passes in any locale`(
        subject: String, locale: String
    ) throws {
        try inRepository(isEmpty: true) { repository in
            let (status, output) = try repository.check(message: subject + "\n\nThe body is free.\n", locale: locale)
            #expect(status == 0 && !output.contains("message “"), "\(output)")
        }
    }

    @Test(arguments: bad, locales)
    func `a subject that breaks a rule is named with the rule in any locale`(
        message: (subject: String, rule: String), locale: String
    ) throws {
        try inRepository(isEmpty: true) { repository in
            let (status, output) = try repository.check(message: message.subject, locale: locale)
            let subject = message.subject.prefix { $0 != "\n" }
            #expect(status == 1 && output.contains("message “\(subject)”: "), "\(output)")
            #expect(output.contains(message.rule), "\(output)")
        }
    }

    @Test func `each rule that a message breaks is a finding of its own`() throws {
        try inRepository(isEmpty: true) { repository in
            let long = "The " + String(repeating: "a", count: 80) + "."
            let (status, output) = try repository.check(message: long + "\nbody")
            #expect(status == 1 && output.components(separatedBy: "message “").count == 5, "\(output)")
        }
    }

    @Test(arguments: [
        "# A comment.\nAdd a cache\n# Another one.\n\nBody\n",
        "Add a cache\n# ------------------------ >8 ------------------------\nThe diff.\n",
        "\n\nAdd a cache\r\n\r\nBody\r\n", "# Nothing but a comment.\n", "",
    ])
    func `what git removes from a message is not checked`(message: String) throws {
        try inRepository(isEmpty: true) { repository in
            let (status, output) = try repository.check(message: message)
            #expect(status == 0, "\(output)")
        }
    }

    @Test(arguments: [
        "Merge branch 'a-branch-with-a-very-long-name' into another-branch-with-a-very-long-name",
        "Revert \"The map is drawn anew.\"", "fixup! The map is drawn anew.", "squash! The map is drawn anew.",
    ])
    func `a subject that git writes passes the hook`(subject: String) throws {
        try inRepository(isEmpty: true) { repository in
            let (status, output) = try repository.check(message: subject)
            #expect(status == 0, "\(output)")
        }
    }

    // MARK: The history

    @Test func `commits after the base are checked, each finding with hash, subject and rule`() throws {
        try inRepository { repository in
            try repository.commit("Add a cache\n\nThe body.\n")
            #expect(try repository.script("commit-msg").status == 0)
            try repository.commit("The cache is read.")
            let hash = try repository.git("rev-parse", "--short", "HEAD")
            try repository.commit("Read the cache")
            let (status, output) = try repository.script("commit-msg")
            #expect(status == 1 && output.contains("\(hash) “The cache is read.”: “The” is an article"), "\(output)")
            #expect(output.contains("\(hash) “The cache is read.”: The subject ends with a full stop"), "\(output)")
            #expect(!output.contains("The base") && !output.contains("“Read the cache”"), "\(output)")
            #expect(try repository.script("commit-msg", ["HEAD~1..HEAD"]).status == 0)
            #expect(try repository.script("commit-msg", ["HEAD~2..HEAD"]).status == 1)
        }
    }

    @Test(arguments: ["fixup! Add a cache", "squash! Add a cache", "amend! Add a cache"])
    func `a commit that is to be squashed is a finding in the history`(subject: String) throws {
        try inRepository { repository in
            try repository.commit(subject)
            let (status, output) = try repository.script("commit-msg")
            #expect(status == 1 && output.contains("git rebase -i --autosquash"), "\(output)")
        }
    }

    @Test func `a shallow clone without the base asks for the rest of the history`() throws {
        try inRepository { repository in
            for number in 1...3 { try repository.commit("Add cache \(number)") }
            let shallow = repository.parent + "/shallow"
            try repository.git("clone", "--quiet", "--depth=1", "file://\(repository.folder)", shallow)
            let script = shallow + "/Scripts/commit-msg"
            try FileManager.default.createDirectory(
                atPath: shallow + "/Scripts", withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: repository.folder + "/Scripts/commit-msg", toPath: script)
            let (status, output) = try repository.run(["bash", script])
            #expect(status == 2 && output.contains("git fetch --unshallow"), "\(output)")
            _ = try repository.run(["git", "-C", shallow, "fetch", "--quiet", "--unshallow"])
            #expect(try repository.run(["bash", script]).status == 0)
        }
    }

    @Test func `a history without the base cannot be checked`() throws {
        try inRepository { repository in
            try repository.setBase(to: String(repeating: "1", count: 40))
            let (status, output) = try repository.script("commit-msg")
            #expect(status == 2 && output.contains("does not contain the base 11111111"), "\(output)")
        }
    }

    @Test func `without a repository there is nothing to check`() throws {
        try inRepository(isEmpty: true) { repository in
            let (status, output) = try repository.script("commit-msg")
            #expect(status == 0 && output.contains("There is no git repository in "), "\(output)")
        }
    }

    @Test(arguments: [["--nonsense"], ["a", "b"], ["nowhere..HEAD"], ["no-file"], [""]])
    func `a wrong argument is answered with the usage`(arguments: [String]) throws {
        try inRepository { repository in
            let (status, output) = try repository.script("commit-msg", arguments)
            #expect(status == 2 && output.contains("  Scripts/commit-msg BASE..HEAD "), "\(output)")
        }
    }

    // MARK: The hook

    @Test func `the hook that bootstrap installs lets git refuse a message`() throws {
        try inRepository { repository in
            for _ in 1...2 { #expect(try repository.script("bootstrap", ["--hooks"]).status == 0) }
            #expect(throws: ScratchRepository.Failure.self) {
                try repository.git("commit", "--quiet", "--allow-empty", "--message=The cache.")
            }
            try repository.git("commit", "--quiet", "--allow-empty", "--message=Add a cache")
            #expect(try repository.git("log", "-1", "--format=%s") == "Add a cache")
            // The hook is the same file for all worktrees, and this one has no script of its own.
            try repository.git("worktree", "add", "--quiet", repository.parent + "/other")
            try repository.git("-C", repository.parent + "/other", "commit", "--allow-empty", "--message=The cache.")
        }
    }

    @Test func `an outdated hook of bootstrap's own is replaced`() throws {
        try inRepository { repository in
            let hook = repository.folder + "/.git/hooks/commit-msg"
            try #require(try repository.script("bootstrap", ["--hooks"]).status == 0)
            let installed = try String(contentsOfFile: hook, encoding: .utf8)
            try (installed + "# Older.\n").write(toFile: hook, atomically: false, encoding: .utf8)
            #expect(try repository.script("bootstrap", ["--hooks"]).status == 0)
            #expect(try String(contentsOfFile: hook, encoding: .utf8) == installed)
        }
    }

    @Test func `another hook stays as it is`() throws {
        try inRepository { repository in
            let hook = repository.folder + "/.git/hooks/commit-msg"
            try FileManager.default.createDirectory(
                atPath: repository.folder + "/.git/hooks", withIntermediateDirectories: true)
            try "#!/bin/sh\n".write(toFile: hook, atomically: false, encoding: .utf8)
            let (status, output) = try repository.script("bootstrap", ["--hooks"])
            #expect(status == 1 && output.contains("add this line to it"), "\(output)")
            #expect(try String(contentsOfFile: hook, encoding: .utf8) == "#!/bin/sh\n")
        }
    }

    @Test func `a folder of hooks that is not the repository's own gets none`() throws {
        try inRepository { repository in
            try repository.git("config", "core.hooksPath", repository.parent + "/hooks")
            let (status, output) = try repository.script("bootstrap", ["--hooks"])
            #expect(status == 1 && output.contains("core.hooksPath"), "\(output)")
            #expect(!FileManager.default.fileExists(atPath: repository.parent + "/hooks"))
        }
    }
}
