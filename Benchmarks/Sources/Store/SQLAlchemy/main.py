"""The rows of the area store in a session of SQLAlchemy, over a file. Called as measure.h says."""

import datetime
import os
import sys
import time
from typing import Optional

import sqlalchemy
from sqlalchemy import ForeignKey, create_engine, event, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, selectinload

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Python"))
import measuring  # noqa: E402

COUNT = 100_000
OWNERS = 1_000
PART = 10_000
EPOCH = datetime.datetime(2001, 1, 1)
FOLDER = "Benchmarks/.build" if os.path.isdir("Benchmarks/.build") else "/tmp"
PATH = f"{FOLDER}/store-sqlalchemy.sqlite"


class Base(DeclarativeBase):
    pass


class Owner(Base):
    __tablename__ = "owner"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[Optional[str]]
    items: Mapped[set["Item"]] = relationship(back_populates="owner")


class Item(Base):
    __tablename__ = "item"
    id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(index=True)
    owner_id: Mapped[Optional[int]] = mapped_column(ForeignKey("owner.id"), index=True)
    date: Mapped[Optional[datetime.datetime]]
    ratio: Mapped[float]
    name: Mapped[Optional[str]]
    owner: Mapped[Optional[Owner]] = relationship(back_populates="items")


def erase():
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(PATH + suffix):
            os.remove(PATH + suffix)


def engine():
    made = create_engine(f"sqlite:///{PATH}")

    @event.listens_for(made, "connect")
    def set_up(connection, _):
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")

    return made


def session(made):
    return Session(made, autoflush=False, expire_on_commit=False)


def new_file():
    erase()
    made = engine()
    Base.metadata.create_all(made)
    return made


def make_owners(target):
    owners = [Owner(name=f"owner {index}") for index in range(OWNERS)]
    target.add_all(owners)
    return owners


def make_values():
    """What measure_item_of in store.c says, one item after the other; the last is the number of its owner."""
    for index in range(COUNT):
        date = EPOCH + datetime.timedelta(seconds=700_000_000 + index)
        owner = 1 + index // 2 % OWNERS if index % 2 else 0
        yield index * 7919 % COUNT, index / 3, f"item{index * 104729 % 999983:016}", date, owner


def make_items(target, values, owners, all_owned=False):
    items = []
    for number, ratio, name, date, owner in values:
        owner = owners[len(items) % OWNERS] if all_owned else owners[owner - 1] if owner else None
        items.append(Item(number=number, ratio=ratio, name=name, date=date, owner=owner))
    target.add_all(items)
    return items


def filled(all_owned=False):
    made = new_file()
    target = session(made)
    make_items(target, make_values(), make_owners(target), all_owned)
    target.commit()
    target.close()
    return made


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
    erase()
    return count, {"cpu": cpu, "wall": wall}


def insert():
    values = list(make_values())

    def prepare():
        target = session(new_file())
        owners = make_owners(target)
        target.commit()
        return target, values, owners

    def body(subject):
        items = make_items(*subject)
        subject[0].commit()
        return items

    return measured(1, prepare, body)


def fetch(query, read=None):
    made = filled()

    def body(target):
        found = target.scalars(query).all()
        total = 0.0
        if read:
            for item in found:
                total += read(item)
        return found, total

    return measured(3, lambda: session(made), body)


def fetch_all():
    return fetch(select(Item))


def fetch_read():
    return fetch(
        select(Item),
        lambda item: item.number + item.ratio + item.date.second + len(item.name) + (item.owner_id is not None))


def fetch_range():
    return fetch(select(Item).where(Item.number >= 20_000, Item.number < 30_000).order_by(Item.name))


def some():
    target = session(filled())
    items = target.scalars(select(Item).order_by(Item.id)).all()
    return target, [items[index * 7] for index in range(PART)]


def update():
    def body(subject):
        for index, item in enumerate(subject[1]):
            item.ratio = index + 0.5
        subject[0].commit()

    return measured(1, some, body)


def delete():
    def body(subject):
        for item in subject[1]:
            subject[0].delete(item)
        subject[0].commit()

    return measured(1, some, body)


def prefetch():
    made = filled(all_owned=True)
    query = select(Owner).options(selectinload(Owner.items))
    return measured(2, lambda: session(made), lambda target: target.scalars(query).all())


def peak():
    made = filled()
    found = session(made).scalars(select(Item)).all()
    total = sum(len(item.name) for item in found)
    assert total == COUNT * 20
    erase()
    return 1, {"value": measuring.peak()}


CASES = {
    "insert-100k": insert,
    "fetch-faults": fetch_all,
    "fetch-read": fetch_read,
    "fetch-range": fetch_range,
    "update-10k": update,
    "delete-10k": delete,
    "prefetch": prefetch,
    "peak-memory": peak,
}


measuring.run(CASES, sqlalchemy.__version__)
