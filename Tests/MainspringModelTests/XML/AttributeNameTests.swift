import Foundation
import MainspringModel
import Testing

/// Names of attributes, some of which are kept and written again as they stand.
@Suite struct AttributeNameTests {
    @Test(arguments: ["a\"b", "a'b", "a<b", "a&b", "a/b"])
    func `a name of an attribute that has markup is an error`(name: String) throws {
        let xml = "<model \(name)=\"1\" other='\"'></model>"
        let error = #expect(throws: ModelFileError.self) { try ModelFile.read(Data(xml.utf8), path: "m") }
        #expect(error?.path == "m")
    }

    @Test func `a name of an attribute that is not known is kept`() throws {
        let xml = "<model a.b-c:d=\"1\"></model>"
        #expect(try ModelFile.read(Data(xml.utf8), path: "m").model.xmlContents().contains("a.b-c:d=\"1\""))
    }
}
