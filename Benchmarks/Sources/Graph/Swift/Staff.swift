import Dispatch
import Foundation
import Measure
import Workloads

final class Department {
    var staff: [Employee] = []
}

final class Employee {
    var name: String? { didSet { isChanged = true } }
    var age: Int32 { didSet { isChanged = true } }
    var salary: Double { didSet { isChanged = true } }
    var isActive: Bool { didSet { isChanged = true } }
    var hired: Date? { didSet { isChanged = true } }
    var department: Department?
    var isChanged = false
    var isDeleted = false

    init(_ values: EmployeeValues, _ department: Department) {
        name = values.name
        age = values.age
        salary = values.salary
        isActive = values.isActive
        hired = Date(timeIntervalSinceReferenceDate: values.hired)
        self.department = department
        department.staff.append(self)
    }
}

func hire(_ values: [EmployeeValues], departmentSize: Int = EmployeeValues.departmentSize) -> [Employee] {
    var department = Department()
    var employees: [Employee] = []
    employees.reserveCapacity(values.count)
    for (index, values) in values.enumerated() {
        if index % departmentSize == 0 { department = Department() }
        employees.append(Employee(values, department))
    }
    return employees
}

func create(_ size: Int) -> Int {
    let values = EmployeeValues.make(EmployeeValues.count)
    var employees: [Employee] = []
    return measured(
        size, prepare: { release(&employees) }, { employees = hire(values) },
        check: { precondition(employees.count == values.count) })
}

/// Objects and departments hold one another.
private func release(_ employees: inout [Employee]) {
    for employee in employees { employee.department?.staff = [] }
    employees = []
}

func bytes(_: Int) -> Int {
    let values = EmployeeValues.make(EmployeeValues.count)
    let before = measure_heap()
    let employees = hire(values)
    let after = measure_heap()
    let own = UInt64(MemoryLayout<Employee>.stride * employees.capacity)
    measure_value(Double(after - before - own) / Double(values.count) - Double(MemoryLayout<PlainValues>.stride))
    return values.count
}

private struct PlainValues {
    let name: String?
    let age: Int32
    let salary: Double
    let isActive: Bool
    let hired: Date?
    let department: AnyObject?
}

func read(_ size: Int) -> Int {
    let employees = hire(EmployeeValues.make(1_000))
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

func write(_ size: Int) -> Int {
    let employees = hire(EmployeeValues.make(1_000))
    let name = "Another name"
    var round = 0
    return measured(
        size, prepare: { round += 1 },
        {
            for employee in employees {
                employee.age = Int32(round)
                employee.salary = Double(round)
                employee.isActive = round % 2 == 0
                employee.name = name
                employee.hired = Date(timeIntervalSinceReferenceDate: Double(round))
            }
        }, check: { precondition(employees[7].age == Int32(round)) }) * employees.count * 5
}

func cascade(_ size: Int) -> Int {
    let values = EmployeeValues.make(EmployeeValues.count)
    return measured(
        size, prepare: { hire(values, departmentSize: values.count) },
        { employees in
            let department = employees[0].department!
            for employee in department.staff {
                employee.isDeleted = true
                employee.department = nil
            }
            department.staff = []
        }, check: { employees in precondition(employees.allSatisfy(\.isDeleted)) })
}

func undo(_ size: Int) -> Int {
    let values = EmployeeValues.make(10_000)
    return measured(
        size,
        prepare: { () -> [Before] in
            let employees = hire(values)
            let before = employees.map(Before.init)
            for employee in employees {
                employee.salary += 1_000
                employee.name = "Changed"
            }
            return before
        },
        { all in
            for before in all {
                before.employee.salary = before.salary
                before.employee.name = before.name
            }
        },
        check: { all in
            precondition(all[1].employee.salary == values[1].salary && all[1].employee.name != "Changed")
        })
}

/// How an employee was.
private struct Before {
    let employee: Employee
    let salary: Double
    let name: String?

    init(_ employee: Employee) { (self.employee, salary, name) = (employee, employee.salary, employee.name) }
}

/// By libdispatch alone.
func performAndWait(_ size: Int) -> Int {
    let queue = DispatchQueue(label: "floor")
    var sum = 0
    return measured(10, prepare: {}, { for _ in 0..<size { queue.sync { sum += 1 } } }, check: {}) * size
}
