import Dispatch
import FoundationRunLoop
import Glibc
import Mainspring

/// Shows all that lives on the main loop, each with its thread and the pass of the loop that it ran in.
///
/// Ends by itself after two seconds; with an error if anything ran off the initial thread.
@main
struct OneMainThread: MainLoopProgram {
    func run() async throws {
        let main = CFRunLoopGetMain()!
        let journal = Journal(of: main, name: "main")
        journal.note("the program's body, before its first await")

        let timer = Timer.scheduledTimer(withTimeInterval: 0.5, repeats: true) { _ in journal.note("timer") }
        let pipe = try WatchedPipe(on: main) { journal.note("pipe: \"\($0)\" can be read") }
        let signal = try SignalSource(signal: SIGUSR1) { _ in journal.note("signal SIGUSR1") }
        CFRunLoopAddSource(main, signal.source, .commonModes)
        Task {
            journal.note("MainActor task")
            try await Task.sleep(for: .milliseconds(700))
            journal.note("MainActor task, after its await")
        }

        let worker = RunLoopThread(name: "worker")
        worker.perform {
            let notes = Journal(of: CFRunLoopGetCurrent(), name: "worker")
            notes.note("writes to the pipe")
            pipe.write("hello")
            notes.note("sends SIGUSR1")
            kill(getpid(), SIGUSR1)
            notes.note("gives DispatchQueue.main a block")
            DispatchQueue.main.async { journal.note("DispatchQueue.main block") }
            notes.note("gives the main loop a block")
            CFRunLoopPerformBlock(main, .commonModes) { journal.note("CFRunLoopPerformBlock") }
            CFRunLoopWakeUp(main)
        }
        DispatchQueue.main.asyncAfter(deadline: .now() + 1.2) { journal.note("DispatchQueue.main block, asyncAfter") }

        let answer = try await worker.run { 6 * 7 }
        journal.note("the program's body: the worker answers \(answer)")
        try await Task.sleep(for: .seconds(2))
        journal.note("the program's body, at its end")

        timer.invalidate()
        signal.invalidate()
        pipe.close()
        worker.stop()
        let (entries, strays) = journal.count
        print("\(entries) events in \(journal.passCount) passes of the main loop, \(strays) off the initial thread")
        guard strays == 0 else { exit(1) }
    }
}
