import FoundationRunLoop

// XCTest brings Foundation along: these lines of the documentation say for the whole module which types are meant.
typealias RunLoop = FoundationRunLoop.RunLoop
typealias Timer = FoundationRunLoop.Timer
typealias Port = FoundationRunLoop.Port
typealias MessagePort = FoundationRunLoop.MessagePort
typealias PortMessage = FoundationRunLoop.PortMessage
typealias PortDelegate = FoundationRunLoop.PortDelegate
