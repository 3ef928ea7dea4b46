import AllocationCounter
import Foundation
import MainspringFoundation
import Testing

@Suite struct TypedAccessTests {
    @Test func `an entry tells its key, its type and what may be done with it`() throws {
        let table = KeyTable.of(Person.self)
        let name = try #require(table["name"])
        #expect(name.name == "name")
        #expect(ObjectIdentifier(name.valueType) == ObjectIdentifier(String.self))
        #expect(!name.allowsNil)
        #expect(name.isWritable)
        let nickname = try #require(table["nickname"])
        #expect(ObjectIdentifier(nickname.valueType) == ObjectIdentifier(String?.self))
        #expect(nickname.allowsNil)
        let born = try #require(table["born"])
        #expect(!born.isWritable)
        #expect(table["none"] == nil)
        #expect(table[""] == nil)
    }

    @Test func `a typed entry reads and sets without conversion`() throws {
        let opacity = try #require(KeyTable.of(Container.self)["opacity"]?.typed(as: Float.self))
        let container = LoudContainer()
        #expect(opacity.get(from: container) == 1)
        opacity.set(0.5, on: container)
        #expect(container.opacity == 0.5)
        #expect(KeyTable.of(Container.self)["opacity"]?.typed(as: Double.self) == nil)
    }

    @Test func `a path through structures is resolved once`() throws {
        let width = try #require(
            KeyValuePath("bounds.size.width").resolved(for: Container.self, as: CGFloat.self))
        let container = Container()
        #expect(width.isWritable)
        #expect(width.get(from: container) == 10)
        width.set(50, on: container)
        #expect(container.bounds == CGRect(x: 0, y: 0, width: 50, height: 20))
        #expect(try width == KeyValuePath("bounds.size.width").resolved(for: Container.self, as: CGFloat.self))
        let bounds = try #require(KeyValuePath("bounds").resolved(for: Container.self, as: CGRect.self))
        #expect(bounds.get(from: container).width == 50)
        let rotation = try #require(KeyValuePath("turn.rotation.x").resolved(for: Address.self, as: Double.self))
        let address = Address("London")
        rotation.set(3, on: address)
        #expect(address.turn == Turn(x: 3, z: 0))
        let sum = try #require(KeyValuePath("turn.sum").resolved(for: Address.self, as: Double.self))
        #expect(sum.get(from: address) == 3)
        #expect(!sum.isWritable)
    }

    @Test(arguments: ["bounds.size", "bounds.size.depth", "nothing", "opacity.x", "@count", "bounds.size.width.x"])
    func `a path of another type, or that leads nowhere, is not resolved`(path: String) throws {
        #expect(try KeyValuePath(path).resolved(for: Container.self, as: CGFloat.self) == nil)
    }

    @Test func `a member of a structure is reached without an object`() throws {
        let height = try #require(CGRect.keyValueMembers.access("size.height", as: CGFloat.self))
        var rectangle = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(height.get(from: rectangle) == 4)
        height.set(9, in: &rectangle)
        #expect(rectangle == CGRect(x: 1, y: 2, width: 3, height: 9))
        #expect(CGRect.keyValueMembers.access("size.height", as: Double.self) == nil)
        #expect(CGRect.keyValueMembers.access("", as: CGFloat.self) == nil)
        #expect(CGRect.keyValueMembers.access("size.", as: CGFloat.self) == nil)
        #expect(Turn.keyValueMembers.access("sum", as: Double.self)?.isWritable == false)
        #expect(CGRect.keyValueMembers.names == ["origin", "size"])
    }

    // In a process of its own: the paths of other tests fill the memory for parsed ones.
    @Test(.enabled(if: allocation_counter_works())) func `nothing is allocated to read by a known key or path`() async {
        await #expect(processExitsWith: .success) {
            let container = Container()
            let width = try #require(
                KeyValuePath("bounds.size.width").resolved(for: Container.self, as: CGFloat.self))
            let key = "opacity"
            let path = "bounds.size.width"
            let steps: [(String, () throws -> Void)] = [
                ("get", { _ = width.get(from: container) }),
                ("set", { width.set(5, on: container) }),
                ("value", { _ = container.value(forKey: key) }),
                ("entry", { _ = KeyTable.of(Container.self)[key] }),
                ("path", { _ = try KeyValuePath(path) }),
                ("setValue", { container.setValue(0.5, forKey: key) }),
            ]
            for (name, step) in steps {
                try step()
                let before = allocation_counter_value()
                try step()
                let count = allocation_counter_value() - before
                #expect(count == 0, "\(name)")
            }
        }
    }
}
