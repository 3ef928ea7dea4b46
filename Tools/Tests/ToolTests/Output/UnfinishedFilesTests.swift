import CommandRunner
import Dispatch
import Foundation
import Testing

@testable import Tool

@Suite struct UnfinishedFilesTests {
    @Test func `a folder that somebody goes on writing into is gone`() throws {
        try Program.inFolder { folder in
            let files = UnfinishedFiles()
            let path = files.begin(at: folder.appendingPathComponent("Map.momd").path, named: "Map.momd")
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            let writer = DispatchGroup()
            DispatchQueue.global().async(group: writer) {
                var number = 0
                // Until there is no folder.
                while FileManager.default.createFile(atPath: "\(path)/\(number % 50)", contents: Data()) { number += 1 }
            }
            files.removeAll()
            writer.wait()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test func `sentences have the place's name instead of that beside it`() {
        let files = UnfinishedFiles()
        let path = files.begin(at: "/nowhere/Copy.sqlite", named: "out/Copy.sqlite")
        #expect(files.telling("“\(path)/Copy.sqlite” is gone.") == "“out/Copy.sqlite” is gone.")
        #expect(files.telling("“\(path)” is gone.") == "“out/Copy.sqlite” is gone.")
        files.removeAll()
        #expect(files.telling(path) == path)
    }
}
