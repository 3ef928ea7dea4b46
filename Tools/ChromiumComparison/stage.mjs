// The page on which scenes are shown.

/** Runs in the page: shows a scene and stops its animations; they stay in `window.played`. */
export async function show({ html, script }) {
    for (const animation of window.played ?? []) animation.cancel();
    document.documentElement.innerHTML = `<head><style>
        body { position: relative; width: 200px; height: 200px; margin: 0; background: #fff; overflow: hidden; }
        body * { box-sizing: border-box; }
        [at] { position: absolute; }
        svg { overflow: visible; }
    </style></head><body>${html}</body>`;
    for (const element of document.querySelectorAll("[at]")) {
        const [left, top, width, height] = element.getAttribute("at").split(" ");
        Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    }
    const animate = (id, frames, timing = {}) => {
        document.getElementById(id).animate(frames, { duration: 1000, fill: "both", ...timing });
    };
    /** The way of a body on a spring, from 0 to 1, as an easing. */
    const spring = (mass, stiffness, damping, velocity, seconds) => {
        const frequency = Math.sqrt(stiffness / mass);
        const ratio = damping / (2 * Math.sqrt(stiffness * mass));
        const place = (t) => {
            if (ratio >= 1) return 1 - Math.exp(-frequency * t) * (1 + (frequency - velocity) * t);
            const own = frequency * Math.sqrt(1 - ratio * ratio);
            const swing = Math.cos(own * t) + (ratio * frequency - velocity) / own * Math.sin(own * t);
            return 1 - Math.exp(-ratio * frequency * t) * swing;
        };
        const steps = 600;
        return `linear(${Array.from({ length: steps + 1 }, (_, step) => place(seconds * step / steps).toFixed(6))})`;
    };
    // Properties can be registered once in a page.
    const CSS = { registerProperty: (definition) => { try { window.CSS.registerProperty(definition); } catch {} } };
    new Function("animate", "spring", "CSS", script)(animate, spring, CSS);
    window.played = document.getAnimations();
    for (const animation of window.played) animation.pause();
    const addresses = [...html.matchAll(/data:image\/png;base64,[A-Za-z0-9+/=]+/g)].map(([address]) => address);
    await Promise.all([...document.images].map((image) => image.decode()));
    await Promise.all(addresses.map((src) => Object.assign(new Image(), { src }).decode()));
}

/** Runs in the page: has the animations be at an instant, and waits until that is shown. */
export async function move(instant) {
    for (const animation of window.played) animation.currentTime = instant;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
