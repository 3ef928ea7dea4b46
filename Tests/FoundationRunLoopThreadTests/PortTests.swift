import FoundationRunLoop
import Testing

@Suite struct `A port` {
    /// Notes what comes, and by which thread.
    final class Receiver: PortDelegate, @unchecked Sendable {
        let log = Log<String>()
        let arrived = Event()
        let loop: CFRunLoop
        // Set before the first message.
        var answer: String?

        init(_ loop: CFRunLoop) { self.loop = loop }

        func handle(_ message: PortMessage) {
            let texts = (message.components ?? []).map { component in
                switch component {
                case let data as Data: String(decoding: data, as: UTF8.self)
                case is Port: "a port"
                default: "a stranger"
                }
            }
            let place = CFRunLoopGetCurrent() === loop ? "" : " on another thread"
            log.append("\(message.msgid): \(texts.joined(separator: ", "))\(place)")
            if let answer {
                let reply = PortMessage(sendPort: message.sendPort, receivePort: nil, components: [Data(answer.utf8)])
                reply.msgid = message.msgid + 1
                #expect(reply.send(before: .distantPast))
            }
            arrived.signal()
        }
    }

    // MARK: Keeping a loop

    @Test func `a port keeps a loop running, and the loop keeps the port`() async throws {
        let results = try await onThread {
            weak var reference: Port?
            let before = RunLoop.current.run(mode: .default, before: .distantPast)
            do {
                let port = Port()
                reference = port
                RunLoop.current.add(port, forMode: .default)
            }
            let kept = reference != nil
            let during = RunLoop.current.run(mode: .default, before: .distantPast)
            RunLoop.current.remove(reference!, forMode: .default)
            let after = RunLoop.current.run(mode: .default, before: .distantPast)
            return [before, kept, during, after, reference == nil]
        }
        #expect(results == [false, true, true, false, true])
    }

    @Test func `run ends when the last port is taken out`() async throws {
        let entries = try await onThread {
            let log = Log<String>()
            let ports = [Port(), MessagePort()]
            for port in ports { RunLoop.current.add(port, forMode: .default) }
            for (index, port) in ports.enumerated() {
                try RunLoop.perform(on: Thread.current, waitUntilDone: false, modes: [.default]) {
                    log.append("remove \(index)")
                    RunLoop.current.remove(port, forMode: .default)
                }
            }
            RunLoop.current.run()
            log.append("ended")
            return log.entries
        }
        #expect(entries == ["remove 0", "remove 1", "ended"])
    }

    @Test func `a port goes with the thread whose loop alone kept it`() {
        final class Witness: Port, @unchecked Sendable {
            let gone: Event
            init(_ gone: Event) {
                self.gone = gone
                super.init()
            }
            deinit { gone.signal() }
        }
        let gone = Event()
        Thread { RunLoop.current.add(Witness(gone), forMode: .default) }.start()
        gone.wait()
    }

    // MARK: Messages

    @Test func `messages reach the delegate on the loop's thread, in order, with number and components`() {
        let worker = WorkerThread()
        defer { worker.end() }
        let port = Port()
        let receiver = Receiver(worker.loop)
        port.setDelegate(receiver)
        #expect(port.delegate() === receiver)
        try? RunLoop.perform(on: worker.loop, waitUntilDone: true) { RunLoop.current.add(port, forMode: .default) }
        for number in 1...3 {
            let components = NSMutableArray(array: [Data("message".utf8), Port(), Data()])
            #expect(port.send(before: .distantPast, msgid: number, components: components, from: nil, reserved: 0))
        }
        #expect(port.send(before: .distantPast, components: nil, from: nil, reserved: 0))
        for _ in 0..<4 { receiver.arrived.wait() }
        #expect(
            receiver.log.entries == ["1: message, a port, ", "2: message, a port, ", "3: message, a port, ", "0: "])
    }

    @Test func `a reply comes in on the port that the message named`() async throws {
        let worker = WorkerThread()
        defer { worker.end() }
        let request = Port()
        let server = Receiver(worker.loop)
        server.answer = "pong"
        request.setDelegate(server)
        try RunLoop.perform(on: worker.loop, waitUntilDone: true) { RunLoop.current.add(request, forMode: .default) }
        let replies = try await onThread {
            let reply = Port()
            let client = Receiver(CFRunLoopGetCurrent())
            reply.setDelegate(client)
            RunLoop.current.add(reply, forMode: .default)
            let ping = PortMessage(send: request, receive: reply, components: [Data("ping".utf8)])
            ping.msgid = 7
            #expect(ping.send(before: .distantPast))
            #expect(RunLoop.current.run(mode: .default, before: .distantFuture))
            return client.log.entries
        }
        #expect(server.log.entries == ["7: ping"])
        #expect(replies == ["8: pong"])
    }

    @Test func `each message is an input of its own, and waits while the port is in no running mode`() async throws {
        let counts = try await onThread {
            let port = Port()
            let receiver = Receiver(CFRunLoopGetCurrent())
            port.setDelegate(receiver)
            for number in 0..<3 {
                #expect(port.send(before: .distantPast, msgid: number, components: nil, from: nil, reserved: 0))
            }
            RunLoop.current.add(port, forMode: .tracking)
            RunLoop.current.add(Port(), forMode: .default)
            var counts: [Int] = []
            _ = RunLoop.current.run(mode: .default, before: .distantPast)
            counts.append(receiver.log.entries.count)
            for _ in 0..<3 {
                _ = RunLoop.current.run(mode: .tracking, before: .distantFuture)
                counts.append(receiver.log.entries.count)
            }
            return counts
        }
        #expect(counts == [0, 1, 2, 3])
    }

    @Test func `the delegate is not kept, and messages without one are taken and dropped`() async throws {
        let ran = try await onThread {
            let port = Port()
            port.setDelegate(Receiver(CFRunLoopGetCurrent()))
            #expect(port.delegate() == nil)
            RunLoop.current.add(port, forMode: .default)
            #expect(port.send(before: .distantPast, components: nil, from: nil, reserved: 0))
            _ = RunLoop.current.run(mode: .default, before: .distantFuture)
            return RunLoop.current.limitDate(forMode: .default)
        }
        #expect(ran == .distantFuture, "nothing waits any more")
    }

    // MARK: Senders that get no for an answer

    @Test func `a full queue refuses, and takes again what it has room for`() async throws {
        let answers = try await onThread {
            let port = Port()
            func send() -> Bool { port.send(before: .distantPast, components: nil, from: nil, reserved: 0) }
            let filling = (0..<Port.queueLimit).allSatisfy { _ in send() }
            let full = send()
            RunLoop.current.add(port, forMode: .default)
            _ = RunLoop.current.run(mode: .default, before: .distantPast)
            return [filling, full, send(), send()]
        }
        #expect(answers == [true, false, true, false])
    }

    @Test func `senders that gave up leave the room to one that waits`() async throws {
        let worker = WorkerThread(mode: RunLoop.Mode("idle"))
        let port = Port()
        let receiver = Receiver(worker.loop)
        port.setDelegate(receiver)
        @Sendable func send(before limit: Date) -> Bool {
            port.send(before: limit, components: nil, from: nil, reserved: 0)
        }
        for _ in 0..<Port.queueLimit { #expect(send(before: .distantPast)) }
        for _ in 0..<Port.queueLimit + 10 { #expect(!send(before: .distantPast)) }
        let answers = Log<Bool>()
        let sent = Event()
        Thread {
            answers.append(send(before: .distantFuture))
            sent.signal()
        }.start()
        try RunLoop.perform(on: worker.loop, waitUntilDone: false, modes: [RunLoop.Mode("idle")]) {
            RunLoop.current.add(port, forMode: RunLoop.Mode("idle"))
        }
        for _ in 0...Port.queueLimit { receiver.arrived.wait() }
        sent.wait()
        #expect(answers.entries == [true])
    }

    @Test func `a sender waits for room until its date, and the message is the last in the queue`() async throws {
        let worker = WorkerThread(mode: RunLoop.Mode("idle"))
        let port = Port()
        let receiver = Receiver(worker.loop)
        port.setDelegate(receiver)
        for _ in 0..<Port.queueLimit {
            #expect(port.send(before: .distantPast, components: nil, from: nil, reserved: 0))
        }
        let sender = Log<Bool>()
        let sent = Event()
        Thread {
            sender.append(port.send(before: .distantFuture, msgid: 99, components: nil, from: nil, reserved: 0))
            sent.signal()
        }.start()
        try RunLoop.perform(on: worker.loop, waitUntilDone: false, modes: [RunLoop.Mode("idle")]) {
            RunLoop.current.add(port, forMode: RunLoop.Mode("idle"))
        }
        for _ in 0...Port.queueLimit { receiver.arrived.wait() }
        sent.wait()
        #expect(sender.entries == [true])
        #expect(receiver.log.entries.last == "99: ")
        worker.end()
    }

    @Test func `an invalid port refuses, tells once, leaves its loops, and lets waiting senders go`() async throws {
        let port = Port()
        let told = Log<String>()
        let observer = NotificationCenter.default.addObserver(
            forName: Port.didBecomeInvalidNotification, object: port, queue: nil
        ) { [unowned port] notification in
            told.append(notification.object as AnyObject === port && !port.isValid ? "told" : "told wrongly")
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        for _ in 0..<Port.queueLimit {
            #expect(port.send(before: .distantPast, components: nil, from: nil, reserved: 0))
        }
        let sender = Log<Bool>()
        let started = Event()
        let answered = Event()
        Thread {
            started.signal()
            sender.append(port.send(before: .distantFuture, components: nil, from: nil, reserved: 0))
            answered.signal()
        }.start()
        started.wait()
        let isEmpty = try await onThread {
            RunLoop.current.add(port, forMode: .default)
            #expect(port.isValid)
            port.invalidate()
            port.invalidate()
            RunLoop.current.add(port, forMode: .default)
            return !RunLoop.current.run(mode: .default, before: .distantPast)
        }
        answered.wait()
        #expect(isEmpty)
        #expect(sender.entries == [false])
        #expect(told.entries == ["told"])
        #expect(!port.send(before: .distantFuture, components: nil, from: nil, reserved: 0))
        #expect(!PortMessage(sendPort: port, receivePort: nil, components: nil).send(before: .distantFuture))
        #expect(!PortMessage(sendPort: nil, receivePort: port, components: nil).send(before: .distantFuture))
    }

    @Test func `a port whose thread has ended refuses until another loop has it`() async throws {
        let port = Port()
        func send() -> Bool { port.send(before: .distantPast, components: nil, from: nil, reserved: 0) }
        #expect(send(), "it has never been in a loop and may yet come into one")
        let worker = WorkerThread()
        try RunLoop.perform(on: worker.loop, waitUntilDone: true) { RunLoop.current.add(port, forMode: .default) }
        #expect(send())
        worker.endAndWait()
        #expect(!send())
        #expect(port.isValid)
        let taken = try await onThread {
            RunLoop.current.add(port, forMode: .default)
            return port.send(before: .distantPast, components: nil, from: nil, reserved: 0)
        }
        #expect(taken)
    }

    @Test func `a component that is neither data nor port ends the process with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Port().send(
                before: .distantPast, components: NSMutableArray(array: ["text"]), from: nil, reserved: 0)
        }
        let sentence = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(sentence.contains("Component 0 of a port's message is of type"))
    }

    @Test func `without a descriptor left a port is invalid from the start, and standard error says why`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            var limit = rlimit(rlim_cur: 0, rlim_max: 0)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let port = Port()
            #expect(!port.isValid)
            #expect(!port.send(before: .distantFuture, components: nil, from: nil, reserved: 0))
        }
        let sentence = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(sentence.contains("a port could not be made (Too many open files)"))
    }

    @Test func `a port whose descriptor was closed becomes invalid with its next message`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            // The lowest free number, which is the port's.
            let number = dup(0)
            close(number)
            let port = Port()
            func add() { RunLoop.current.add(port, forMode: .default) }
            add()
            close(number)
            #expect(!port.send(before: .distantPast, components: nil, from: nil, reserved: 0))
            #expect(!port.isValid)
        }
        let sentence = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(sentence.ranges(of: "The descriptor of a port was closed by other code").count == 1)
    }
}
