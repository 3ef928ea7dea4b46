import Foundation
import MainspringModel
import Testing

/// Configurations, and whether a store fits one.
@Suite struct ConfigurationTests {
    let staff = Staff()

    @Test func `configurations are named in the order in which they were set, the default one last`() {
        staff.model.setEntities([staff.company], forConfigurationName: "Firms")
        #expect(staff.model.configurations == ["People", "Firms", "PF_DEFAULT_CONFIGURATION_NAME"])
        staff.model.setEntities([], forConfigurationName: "People")
        #expect(staff.model.configurations == ["People", "Firms", "PF_DEFAULT_CONFIGURATION_NAME"])
    }

    @Test func `no name and the default one stand for all entities, an unknown one for none`() {
        #expect(staff.model.entities(forConfigurationName: nil)?.count == 3)
        #expect(staff.model.entities(forConfigurationName: "PF_DEFAULT_CONFIGURATION_NAME")?.count == 3)
        #expect(staff.model.entities(forConfigurationName: "People") == [staff.person, staff.boss])
        #expect(staff.model.entities(forConfigurationName: "x") == nil)
    }

    @Test func `setting the default configuration sets the entities`() {
        staff.model.setEntities([staff.company], forConfigurationName: "PF_DEFAULT_CONFIGURATION_NAME")
        #expect(staff.model.entities == [staff.company] && staff.person.model == nil)
    }

    @Test func `a store fits where names and hashes are those of the configuration`() {
        let all = staff.model.entityVersionHashesByName
        func fits(_ name: String?, _ hashes: [String: Data]) -> Bool {
            staff.model.isConfiguration(
                withName: name, compatibleWithStoreMetadata: [NSStoreModelVersionHashesKey: hashes])
        }
        #expect(fits(nil, all) && !fits("People", all) && !fits("x", all))
        let people = all.filter { $0.key != "Company" }
        #expect(fits("People", people) && !fits(nil, people))
        #expect(!fits(nil, all.merging(["Boss": Data(count: 32)]) { $1 }))
        #expect(!fits(nil, all.merging(["Other": Data(count: 32)]) { $1 }))
    }

    @Test func `a store without hashes, or with something else in their place, does not fit`() {
        #expect(!staff.model.isConfiguration(withName: nil, compatibleWithStoreMetadata: [:]))
        #expect(
            !staff.model.isConfiguration(
                withName: nil, compatibleWithStoreMetadata: [NSStoreModelVersionHashesKey: ["Person": 3]]))
        #expect(NSStoreModelVersionHashesKey == "NSStoreModelVersionHashes")
        #expect(NSStoreModelVersionIdentifiersKey == "NSStoreModelVersionIdentifiers")
    }
}
