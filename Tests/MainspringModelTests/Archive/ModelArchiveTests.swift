import Foundation
import MainspringFoundation
import Testing

import class MainspringFoundation.NSExpression
import class MainspringFoundation.NSPredicate

@testable import MainspringModel

@Suite struct ModelArchiveTests {
    /// A model as it comes out of an archive that was made of it.
    private func archived(
        _ model: NSManagedObjectModel
    ) throws -> (model: NSManagedObjectModel, notes: [String]) {
        let data = try ModelArchiveWriter.write(model, for: .file, path: "written")
        let read = NSManagedObjectModel()
        return (read, try ModelArchiveReader.read(data, path: "test.mom", into: read))
    }

    @Test func `what is archived is read to an equal model`() throws {
        let model = try EverythingModel.model()
        let (read, notes) = try archived(model)
        #expect(notes == [])
        #expect(ModelComparison(model, read).differences.map(\.description) == [])
    }

    @Test func `equal models give equal archives`() throws {
        let first = try ModelArchiveWriter.write(EverythingModel.model(), for: .file, path: "a")
        #expect(try ModelArchiveWriter.write(EverythingModel.model(), for: .file, path: "b") == first)
    }

    @Test func `hashes of entities go along`() throws {
        let model = try EverythingModel.model()
        let hash = Data(repeating: 7, count: 32)
        model.entitiesByName["Entry"]?.knownVersionHash = hash
        #expect(try archived(model).model.entitiesByName["Entry"]?.versionHash == hash)
    }

    @Test(arguments: [
        "name == \"a\"", "name != nil", "age BETWEEN {1, 9}", "ANY children.name BEGINSWITH[cd] \"a\"",
        "ALL children.age > 3", "NOT (a == 1 OR b == 2)", "a == 1 AND (b == 2 OR c LIKE[c] \"x*\")", "TRUEPREDICATE",
        "FALSEPREDICATE", "name MATCHES \"[A-Z]+\"", "name IN {\"a\", \"b\"}", "children.@count > 2",
        "SUBQUERY(children, $c, $c.age > 3 AND $c.name != nil).@count > 1", "price * 2 + 1 >= $LIMIT", "SELF == 3",
        "TERNARY(a == 1, b, c) == 4", "a UNION b CONTAINS 3", "date > CAST(5, \"NSDate\")", "price == 1.5",
        "flag == YES", "$owner.name == name", "lowercase:(name) == \"a\"", "now() > date", "name CONTAINS[l] \"é\"",
    ])
    func `predicates are archived and read to equal ones`(format: String) throws {
        let predicate = try NSPredicate(parsing: format)
        let item = attribute("item")
        item.setValidationPredicates([predicate], withValidationWarnings: ["no"])
        let (read, notes) = try archived(model(entity("A", [item])))
        #expect(notes == [])
        #expect(read.entitiesByName["A"]?.attributesByName["item"]?.validationPredicates == [predicate])
        #expect(read.entitiesByName["A"]?.attributesByName["item"]?.validationWarnings as? [String] == ["no"])
    }

    @Test func `a block cannot be archived and says so`() throws {
        let item = attribute("item")
        item.setValidationPredicates([NSPredicate { _, _ in true }], withValidationWarnings: nil)
        let error = #expect(throws: ModelFileError.self) { try archived(model(entity("A", [item]))) }
        #expect(error?.description.contains("cannot be archived") == true)
        let other = #expect(throws: ModelFileError.self) { try model(entity("A", [item])).xmlContents() }
        #expect(other?.description.contains("which XML cannot state") == true)
    }

    @Test func `what a compiled model has no place for is refused by name`() throws {
        func refusal(_ change: (Staff) -> Void) -> String? {
            let staff = Staff()
            change(staff)
            return #expect(throws: ModelFileError.self) { try archived(staff.model) }?.reason
        }
        #expect(
            refusal { $0.model.localizationDictionary = ["Entity/Person": "Mensch"] }?.contains("localization") == true)
        #expect(refusal { $0.model.versionIdentifiers = [7] }?.contains("version identifier 7") == true)
        let all = "request for “Person”"
        #expect(refusal { $0.request?.shouldRefreshRefetchedObjects = true }?.contains(all) == true)
        #expect(refusal { $0.request?.affectedStores = [NSObject()] }?.contains(all) == true)
        #expect(refusal { $0.request?.fetchLimit = -1 }?.contains(all) == true)
    }

    @Test func `user info keeps its types`() throws {
        let item = attribute("item")
        item.userInfo = ["number": 3, "date": Date(timeIntervalSinceReferenceDate: 1), "list": ["a", 2] as [Any]]
        let read = try archived(model(entity("A", [item]))).model
        let userInfo = try #require(read.entitiesByName["A"]?.attributesByName["item"]?.userInfo)
        #expect(userInfo["number"] as? Int == 3)
        #expect(userInfo["date"] as? Date == Date(timeIntervalSinceReferenceDate: 1))
        #expect((userInfo["list"] as? [Any])?.count == 2)
    }
}
