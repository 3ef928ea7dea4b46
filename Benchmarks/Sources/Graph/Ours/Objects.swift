import Foundation
import MainspringData
import MainspringFoundation
import Measure
import Workloads

/// create-100k: objects with their five attributes and their relationship set, in a context on the main queue.
func create(_ size: Int) throws -> Int {
    let coordinator = try Staff.coordinator()
    let values = EmployeeValues.make(EmployeeValues.count)
    return measured(
        size, prepare: { Created(context: Staff.context(coordinator)) },
        { $0.employees = Staff.hire(values, in: $0.context) },
        check: { created in
            let staff = created.employees.reduce(into: Set<Department>()) { $0.insert($1.department!) }
            precondition(staff.reduce(0) { $0 + $1.staff!.count } == values.count)
        })
}

private final class Created {
    let context: NSManagedObjectContext
    var employees: [Employee] = []

    init(context: NSManagedObjectContext) { self.context = context }
}

/// bytes-per-object: what the heap holds more for each of 100,000 such objects, the C library's own bookkeeping included, less the
/// values themselves.
func bytes(_: Int) throws -> Int {
    let coordinator = try Staff.coordinator()
    let context = Staff.context(coordinator)
    let values = EmployeeValues.make(EmployeeValues.count)
    Staff.hire(Array(values.prefix(1)), in: context)
    let before = measure_heap()
    let employees = Staff.hire(values, in: context)
    context.processPendingChanges()
    func each() -> Double {
        let after = measure_heap()
        // The list of employees is the program's own; a value of each attribute and a reference are what the floor has.
        let own = UInt64(MemoryLayout<Employee>.stride * employees.capacity)
        return Double(after - before - own) / Double(values.count) - Double(MemoryLayout<PlainValues>.stride)
    }
    measure_value(each())
    try context.save()
    measure_note("saved", each())
    return values.count
}

/// What an employee's values take side by side.
private struct PlainValues {
    let name: String?
    let age: Int32
    let salary: Double
    let isActive: Bool
    let hired: Date?
    let department: AnyObject?
}

/// read-attribute: the five attributes of 1,000 objects, read one after the other, with nobody observing.
func read(_ size: Int) throws -> Int {
    let context = try Staff.context(Staff.coordinator())
    let employees = Staff.hire(EmployeeValues.make(1_000), in: context)
    var sum = 0.0
    return measured(
        size, prepare: {},
        {
            for employee in employees {
                sum += Double(employee.age) + employee.salary
                if employee.isActive, employee.name != nil { sum += employee.hired!.timeIntervalSinceReferenceDate }
            }
        }, check: { precondition(sum > 0) }) * employees.count * 4
}

/// write-attribute: the same, written; how they were was noted with the first write of the event, which is not counted.
func write(_ size: Int) throws -> Int {
    let context = try Staff.context(Staff.coordinator())
    let employees = try Staff.saved(1_000, in: context)
    let name = "Another name"
    var round = 0
    func writeAll() {
        round += 1
        for employee in employees {
            employee.age = Int32(round)
            employee.salary = Double(round)
            employee.isActive = round % 2 == 0
            employee.name = name
            employee.hired = Date(timeIntervalSinceReferenceDate: Double(round))
        }
    }
    context.processPendingChanges()
    let began = measure_cpu()
    writeAll()
    measure_note("first-ns", Double(measure_cpu() - began) / Double(employees.count * 5))
    return measured(size, prepare: {}, { writeAll() }, check: { precondition(employees[7].age == Int32(round)) })
        * employees.count * 5
}

/// cascade-100k: a department is deleted, and with it its 100,000 employees, which are saved and in memory.
func cascade(_ size: Int) throws -> Int {
    try measured(
        size,
        prepare: { () throws -> (NSManagedObjectContext, [Employee]) in
            let context = try Staff.context(Staff.coordinator())
            let employees = try Staff.saved(
                EmployeeValues.count, in: context, departmentSize: EmployeeValues.count)
            return (context, employees)
        },
        { context, employees in
            context.delete(employees[0].department!)
            context.processPendingChanges()
        }, check: { context, employees in precondition(employees.allSatisfy(\.isDeleted)) })
}

/// undo-10k: the change of 10,000 objects in one event is undone.
func undo(_ size: Int) throws -> Int {
    try measured(
        size,
        prepare: { () throws -> (NSManagedObjectContext, [Employee]) in
            let context = try Staff.context(Staff.coordinator())
            let employees = try Staff.saved(10_000, in: context)
            let manager = MainspringFoundation.UndoManager()
            context.undoManager = manager
            for employee in employees {
                employee.salary += 1_000
                employee.name = "Changed"
            }
            context.processPendingChanges()
            return (context, employees)
        }, { context, employees in context.undo() },
        check: { context, employees in
            precondition(
                employees.enumerated().allSatisfy { $1.salary == EmployeeValues($0).salary && $1.name != "Changed" })
        })
}
