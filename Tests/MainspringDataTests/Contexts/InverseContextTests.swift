import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// Both ends of a link, whichever is set.
@Suite struct InverseContextTests {
    @Test func `a to-one relationship that is set makes a member at the other end, and takes it from where it was`() {
        let company = Company()
        let context = company.context()
        let (first, second) = (
            company.make("Department", "1", in: context), company.make("Department", "2", in: context)
        )
        let anna = company.make("Person", "Anna", in: context)
        anna["department"] = first
        #expect(first.names("people") == ["Anna"])
        anna["department"] = second
        #expect(first.names("people") == [])
        #expect(second.names("people") == ["Anna"])
        anna["department"] = nil
        #expect(second.names("people") == [])
    }

    @Test func `a to-many relationship that is set sets the other ends`() {
        let company = Company()
        let context = company.context()
        let department = company.make("Department", "1", in: context)
        let people = ["Anna", "Bert", "Cleo"].map { company.make("Person", $0, in: context) }
        department.setValue(NSSet(array: Array(people[..<2])), forKey: "people")
        #expect(people.map { $0["department"] } == [department, department, nil])
        department.setValue(NSSet(array: Array(people[1...])), forKey: "people")
        #expect(people.map { $0["department"] } == [nil, department, department])
    }

    @Test func `one-to-one relationships leave those whose place is taken`() {
        let company = Company()
        let context = company.context()
        let (anna, bert) = (company.make("Person", "Anna", in: context), company.make("Person", "Bert", in: context))
        let (red, blue) = (company.make("Badge", "red", in: context), company.make("Badge", "blue", in: context))
        anna["badge"] = red
        bert["badge"] = blue
        bert["badge"] = red
        #expect(anna["badge"] == nil)
        #expect(red["person"] == bert)
        #expect(blue["person"] == nil)
    }

    @Test func `many-to-many and reflexive relationships are kept at both ends`() {
        let company = Company()
        let context = company.context()
        let (anna, bert) = (company.make("Person", "Anna", in: context), company.make("Person", "Bert", in: context))
        let (x, y) = (company.make("Project", "X", in: context), company.make("Project", "Y", in: context))
        anna.setValue(NSSet(array: [x, y]), forKey: "projects")
        y.setValue(NSSet(array: [bert]), forKey: "members")
        #expect(anna.names("projects") == ["X"])
        #expect(bert.names("projects") == ["Y"])
        anna["boss"] = bert
        #expect(bert.names("reports") == ["Anna"])
        bert["boss"] = bert
        #expect(bert.names("reports") == ["Anna", "Bert"])
    }
}
