import Foundation

/// Writes a line at once, so that it is there however the process ends.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
