public import Mainspring

extension CAEmitterCell: CAMediaTiming {
    /// When the cell begins, in its layer's time.
    public var beginTime: CFTimeInterval {
        get { values.timing.beginTime }
        set { values.timing.beginTime = newValue }
    }

    /// How long the cell emits.
    public var duration: CFTimeInterval {
        get { values.timing.duration }
        set { values.timing.duration = newValue }
    }

    /// How fast the cell's time runs beside its layer's.
    public var speed: Float {
        get { values.timing.speed }
        set { values.timing.speed = newValue }
    }

    /// What is added to the cell's time.
    public var timeOffset: CFTimeInterval {
        get { values.timing.timeOffset }
        set { values.timing.timeOffset = newValue }
    }

    /// How often the cell repeats; 0 is once.
    public var repeatCount: Float {
        get { values.timing.repeatCount }
        set { values.timing.repeatCount = newValue }
    }

    /// How long the cell repeats.
    public var repeatDuration: CFTimeInterval {
        get { values.timing.repeatDuration }
        set { values.timing.repeatDuration = newValue }
    }

    /// Whether the cell runs backwards after each time.
    public var autoreverses: Bool {
        get { values.timing.autoreverses }
        set { values.timing.autoreverses = newValue }
    }

    /// What the cell does before its beginning and after its end.
    public var fillMode: CAMediaTimingFillMode {
        get { values.timing.fillMode }
        set { values.timing.fillMode = newValue }
    }
}
