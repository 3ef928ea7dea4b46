internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

extension Window {
    /// Takes an event that is the window's, on the loop's thread.
    func handle(_ event: Event) {
        guard !isClosed else { return }
        switch event.content {
        case .key, .text, .window: break
        default: keyTaker.interrupt()
        }
        switch event.content {
        case .window(let change): handle(change)
        case .key(let key): handle(event, key)
        case .text: handleText(event)
        case .scroll:
            guard let event = usable(event), let application else { return }
            if router.captures[.scroll] == nil { scrollCourse.forget() }
            for event in scrollCourse.events(for: event, now: application.now) { lead(event) }
        case .fileDrop(let drop):
            guard let event = usable(event) else { return }
            let isTaken = router.offer(event)
            let isQuestion = drop.phase == .entered || drop.phase == .moved
            if isQuestion, !isClosed { surface.answerFileDrag(isTaken: isTaken) }
        case .pointer, .touch, .magnify:
            if let event = usable(event) { lead(event) }
        case .terminationRequested, .windowSystemFailed: break
        }
    }

    /// Leads an event that has a place to whom it is for.
    private func lead(_ event: Event) {
        guard !isClosed else { return }
        gestures.add(event)
        router.route(event)
        if !isClosed { application?.tracking.update(self, after: event) }
    }

    /// Ends what is scrolled, if nothing more has come for a while.
    func updateScrolling(at now: Double) {
        for event in scrollCourse.endIfOver(at: now) where router.captures[.scroll] != nil { lead(event) }
    }

    /// An event whose numbers are some. What would end something is told where that was last; the rest is not told.
    private func usable(_ event: Event) -> Event? {
        if event.isFinite { return event }
        guard event.isEnd, let key = event.captureKey, let last = router.captures[key]?.last else { return nil }
        var event = event
        if !event.time.isFinite { event.time = last.time }
        event.location = last.location
        if case .scroll(var scroll) = event.content {
            scroll.delta = .zero
            event.content = .scroll(scroll)
        }
        if case .magnify(var magnify) = event.content {
            magnify.magnification = 0
            event.content = .magnify(magnify)
        }
        return event
    }

    private func handle(_ change: WindowEvent) {
        switch change {
        case .resized(let new):
            let new = new.forWindow
            guard new != size else { return }
            size = new
            // Its place on the screen is no animation.
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            layer.bounds = CGRect(origin: .zero, size: new)
            CATransaction.commit()
            frames.resize(size, scale: scale)
            requestFrame()
            delegate?.windowDidResize(self)
        case .scaleChanged(let new):
            let new = new.forWindow
            guard new != scale else { return }
            scale = new
            layer.contentsScale = new
            frames.resize(size, scale: scale)
            requestFrame()
            delegate?.windowDidChangeScale(self)
        case .closeRequested: performClose()
        case .destroyed: close()
        case .exposed(let rect):
            frames.expose(rect)
            requestFrame()
        case .mapped(let isMapped):
            visibility.isMapped = isMapped
            // A window that is not on the screen hears of no end.
            if !isMapped { cancelCourses() }
            updateVisibility()
        case .occluded(let isOccluded):
            visibility.isOccluded = isOccluded
            updateVisibility()
        case .fullScreen(let isFull): isFullScreen = isFull
        case .focused(let isFocused): setKey(isFocused)
        }
    }

    /// Whether keys are the window's from now on.
    func setKey(_ isKey: Bool) {
        guard isKey != self.isKey else { return }
        self.isKey = isKey
        if isKey {
            delegate?.windowDidBecomeKey(self)
        } else {
            // What goes on elsewhere from here is not told to this window any more.
            router.cancel(.scroll)
            router.cancel(.magnify)
            application?.tracking.update(self)
            delegate?.windowDidResignKey(self)
        }
    }

    private func handle(_ event: Event, _ key: KeyEvent) {
        let number = keyTaker.begin(key)
        if offerToFocus(event, key: number) || isClosed { return }
        guard key.isDown, key.charactersIgnoringModifiers == "\t",
            key.modifiers.isDisjoint(with: [.control, .option, .command])
        else { return }
        if key.modifiers.contains(.shift) { focusPreviousLayer() } else { focusNextLayer() }
    }

    private func handleText(_ event: Event) {
        switch keyTaker.takeReader() {
        case .anybody: offerToFocus(event)
        case .layer(let taker):
            // A key that is still held writes no more where keys have left.
            guard let taker, focusLayer?.isInside(taker) == true else { return }
            _ = taker.effectiveEventHandler?.layer(taker, handle: event, in: self)
        case .delegate: offerToDelegate(event)
        }
    }

    /// Offers an event to the layer that keys go to, then to each one around it, then to the delegate.
    /// - Parameter key: By which to say who handles the key that it is.
    @discardableResult
    private func offerToFocus(_ event: Event, key: UInt64? = nil) -> Bool {
        var next = focusLayer
        while let current = next {
            if let handler = current.effectiveEventHandler {
                if let key { keyTaker.offer(key, to: current) }
                if handler.layer(current, handle: event, in: self) { return true }
            }
            if isClosed { return true }
            next = current.superlayer
        }
        if let key { keyTaker.offerToDelegate(key) }
        if offerToDelegate(event) { return true }
        if let key { keyTaker.refuse(key) }
        return false
    }

    @discardableResult
    func offerToDelegate(_ event: Event) -> Bool { delegate?.window(self, handle: event) ?? false }
}

extension Event {
    /// What it is a part of, if that has a beginning and an end.
    var captureKey: EventCapture.Key? {
        switch content {
        case .pointer: .pointer
        case .touch(let touch): .touch(touch.identifier)
        case .scroll: .scroll
        case .magnify: .magnify
        default: nil
        }
    }
}
