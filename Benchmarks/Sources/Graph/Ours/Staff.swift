import Foundation
import MainspringData
import MainspringModel
import Workloads

/// The model of the cases with managed objects, and what is done with it in several of them.
enum Staff {
    static let model: NSManagedObjectModel = {
        guard let file = Bundle.module.url(forResource: "Staff", withExtension: "momd"),
            let model = NSManagedObjectModel(contentsOf: file)
        else { fatalError("The model is missing from the program's resources.") }
        return model
    }()

    /// A coordinator with a store in memory.
    static func coordinator() throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        _ = try coordinator.addPersistentStore(type: .inMemory, at: memory)
        return coordinator
    }

    private static let memory = URL(fileURLWithPath: "/dev/null")

    /// A context on the main queue, as lists and forms have it.
    static func context(
        _ coordinator: NSPersistentStoreCoordinator, undo: Bool = false
    ) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// Makes employees, in departments of some size.
    @discardableResult
    static func hire(
        _ values: [EmployeeValues], in context: NSManagedObjectContext,
        departmentSize: Int = EmployeeValues.departmentSize
    ) -> [Employee] {
        var department: Department?
        var employees: [Employee] = []
        employees.reserveCapacity(values.count)
        for (index, values) in values.enumerated() {
            if index % departmentSize == 0 { department = Department(context: context) }
            let employee = Employee(context: context)
            employee.name = values.name
            employee.age = values.age
            employee.salary = values.salary
            employee.isActive = values.isActive
            employee.hired = Date(timeIntervalSinceReferenceDate: values.hired)
            employee.department = department
            employees.append(employee)
        }
        return employees
    }

    /// The same, saved.
    static func saved(
        _ count: Int, in context: NSManagedObjectContext, departmentSize: Int = EmployeeValues.departmentSize
    ) throws -> [Employee] {
        let employees = hire(EmployeeValues.make(count), in: context, departmentSize: departmentSize)
        try context.save()
        return employees
    }
}
