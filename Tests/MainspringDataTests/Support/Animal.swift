import Foundation
public import MainspringData

/// Who keeps animals.
public class Keeper: NSManagedObject {
    var name: String? {
        get { self[managed: 0] }
        set { self[managed: 0] = newValue }
    }
}

extension Keeper {
    /// Of an entity that has a property above.
    public class Beast: NSManagedObject {
        var legs: Int16 {
            get { self[managed: 0] }
            set { self[managed: 0] = newValue }
        }
    }

    /// Of an entity that inherits from that one.
    public final class Bird: Beast {
        var wings: Int16 {
            get { self[managed: 1] }
            set { self[managed: 1] = newValue }
        }
    }
}

/// As the code generator writes a class.
public class Animal: NSManagedObject {
    var legs: Int16 {
        get { self[managed: 0] }
        set { self[managed: 0] = newValue }
    }
    var weight: Int32 {
        get { self[managed: 1] }
        set { self[managed: 1] = newValue }
    }
    var steps: Int64 {
        get { self[managed: 2] }
        set { self[managed: 2] = newValue }
    }
    var isTame: Bool {
        get { self[managed: 3] }
        set { self[managed: 3] = newValue }
    }
    var speed: Float {
        get { self[managed: 4] }
        set { self[managed: 4] = newValue }
    }
    var height: Double {
        get { self[managed: 5] }
        set { self[managed: 5] = newValue }
    }
    var born: Date? {
        get { self[managed: 6] }
        set { self[managed: 6] = newValue }
    }
    var name: String? {
        get { self[managed: 7] }
        set { self[managed: 7] = newValue }
    }
    var picture: Data? {
        get { self[managed: 8] }
        set { self[managed: 8] = newValue }
    }
    var identifier: UUID? {
        get { self[managed: 9] }
        set { self[managed: 9] = newValue }
    }
    var price: NSDecimalNumber? {
        get { self[managed: 10] }
        set { self[managed: 10] = newValue }
    }
    var page: URL? {
        get { self[managed: 11] }
        set { self[managed: 11] = newValue }
    }
    var tags: [String]? {
        get { self[managed: 12] }
        set { self[managed: 12] = newValue }
    }
    var keeper: Keeper? {
        get { self[managed: 13] }
        set { self[managed: 13] = newValue }
    }
    var friends: Set<Animal>? {
        get { self[managed: 14] }
        set { self[managed: 14] = newValue }
    }
    var young: NSOrderedSet? {
        get { self[managed: 15] }
        set { self[managed: 15] = newValue }
    }
    /// Of another type than the model's.
    var stepsAsDouble: Double {
        get { self[managed: 2] }
        set { self[managed: 2] = newValue }
    }
    /// Not optional, unlike in the model.
    var requiredBirth: Date { self[managed: 6] }
}

/// With code of its own for modelled properties.
public class Puppy: Animal {
    override var name: String? {
        get { super.name.map { $0 + "!" } }
        set { super.name = newValue?.lowercased() }
    }
    override var legs: Int16 {
        get { super.legs + 1 }
        set { super.legs = newValue - 1 }
    }
    override var friends: Set<Animal>? { didSet { friendChanges += 1 } }
    var friendChanges = 0
    /// Stands for an accessor that only reads.
    var height2: Double { height * 2 }
}

/// As the code generator writes a module's table.
public enum __ManagedModule: ManagedModuleTable {
    /// The classes of the tests.
    public static var classes: [ManagedClassTable] {
        [
            ManagedClassTable(
                Animal.self, firstSlot: 0,
                properties: [
                    "legs", "weight", "steps", "isTame", "speed", "height", "born", "name", "picture", "identifier",
                    "price", "page",
                    "tags", "keeper", "friends", "young",
                ]
            ) {
                [
                    \Animal.name: "name", \Animal.legs: "legs", \Animal.keeper: "keeper", \Animal.young: "young",
                    \Animal?.?.name: "name", \Animal?.?.keeper: "keeper",
                ]
            },
            ManagedClassTable(
                Puppy.self, firstSlot: 16, properties: [],
                accessors: [
                    ManagedAccessor("name", \Puppy.name), ManagedAccessor("legs", \Puppy.legs),
                    ManagedAccessor("friends", \Puppy.friends), ManagedAccessor("height", \Puppy.height2),
                ]
            ) { [:] },
            ManagedClassTable(Keeper.self, firstSlot: 0, properties: ["name"]) {
                [\Keeper.name: "name", \Keeper?.?.name: "name"]
            },
            ManagedClassTable(Keeper.Beast.self, firstSlot: 0, properties: ["legs"]) { [:] },
            ManagedClassTable(Keeper.Bird.self, firstSlot: 1, properties: ["wings"]) {
                [\Keeper.Bird.wings: "wings", \Keeper.Bird.legs: "legs"]
            },
        ]
    }
}
