"""The objects of the area graph in a session of SQLAlchemy, over a database in memory. Called as measure.h says."""

import datetime
import os
import sys
import time
import tracemalloc
from typing import Optional

import sqlalchemy
from sqlalchemy import ForeignKey, create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Python"))
import measuring  # noqa: E402

COUNT = 100_000
DEPARTMENT_SIZE = 1_000
EPOCH = datetime.datetime(2001, 1, 1)


class Base(DeclarativeBase):
    pass


class Department(Base):
    __tablename__ = "department"
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[Optional[str]]
    staff: Mapped[set["Employee"]] = relationship(back_populates="department", cascade="all, delete-orphan")


class Employee(Base):
    __tablename__ = "employee"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[Optional[str]]
    age: Mapped[int]
    salary: Mapped[float]
    is_active: Mapped[bool]
    hired: Mapped[Optional[datetime.datetime]]
    department_id: Mapped[Optional[int]] = mapped_column(ForeignKey("department.id"), index=True)
    department: Mapped[Optional[Department]] = relationship(back_populates="staff")


def session():
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    return Session(engine, autoflush=False, expire_on_commit=False)


def values(count):
    return [
        (f"Name {n * 7919 % 1_000_003}", n % 60, n % 1_000 * 1.5, n % 2 == 0, EPOCH + datetime.timedelta(seconds=n))
        for n in range(count)
    ]


def hire(values, session, department_size=DEPARTMENT_SIZE):
    employees = []
    department = None
    for index, (name, age, salary, is_active, hired) in enumerate(values):
        if index % department_size == 0:
            department = Department()
            session.add(department)
        employee = Employee()
        session.add(employee)
        employee.name = name
        employee.age = age
        employee.salary = salary
        employee.is_active = is_active
        employee.hired = hired
        employee.department = department
        employees.append(employee)
    return employees


def measured(count, prepare, body):
    """CPU and wall time in nanoseconds of all times but the first."""
    cpu = wall = 0
    for round in range(count + 1):
        subject = prepare()
        wall_began, cpu_began = time.perf_counter_ns(), time.process_time_ns()
        kept = body(subject)
        if round > 0:
            cpu += time.process_time_ns() - cpu_began
            wall += time.perf_counter_ns() - wall_began
        del kept, subject
    return {"cpu": cpu, "wall": wall}


def create():
    made = values(COUNT)
    return 1, measured(1, session, lambda target: hire(made, target))


def bytes_per_object():
    made = values(COUNT)
    target = session()
    hire(made[:1], target)
    tracemalloc.start()
    employees = hire(made, target)
    # The attributes' values themselves are not new ones.
    size = tracemalloc.get_traced_memory()[0] - sys.getsizeof(employees)
    return 1, {"value": size / len(employees)}


def read():
    target = session()
    employees = hire(values(1_000), target)

    def body(_):
        total = 0.0
        for employee in employees:
            total += employee.age + employee.salary
            if employee.is_active and employee.name is not None:
                total += employee.hired.second
        return total

    return 100 * 4_000, measured(100, lambda: None, body)


def write():
    target = session()
    employees = hire(values(1_000), target)
    target.flush()
    hired = EPOCH + datetime.timedelta(seconds=1)

    def body(round):
        for employee in employees:
            employee.age = round
            employee.salary = float(round)
            employee.is_active = round % 2 == 0
            employee.name = "Another name"
            employee.hired = hired

    rounds = iter(range(101))
    return 100 * 5_000, measured(100, lambda: next(rounds), body)


def cascade():
    def prepare():
        target = session()
        employees = hire(values(COUNT), target, COUNT)
        target.commit()
        return target, employees

    return 1, measured(1, prepare, lambda subject: subject[0].delete(subject[1][0].department))


CASES = {
    "create-100k": create,
    "bytes-per-object": bytes_per_object,
    "read-attribute": read,
    "write-attribute": write,
    "cascade-100k": cascade,
}


measuring.run(CASES, sqlalchemy.__version__)
