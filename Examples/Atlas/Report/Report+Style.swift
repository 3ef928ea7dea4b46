extension Report {
    /// The style sheet: dark or light, as the reader's system is. Charts and the table keep a legible width, and scroll where
    /// the window is narrower.
    static let style = """
        :root { color-scheme: dark light; --back: #070b14; --panel: #0e1626; --line: #22304b; --text: #eaf0fb; --soft: #c9d4ea;
          --quiet: #8594b2; --amber: #ffc46b; --coral: #ff7a66; --sky: #63b3ff; }
        @media (prefers-color-scheme: light) {
          :root { --back: #ffffff; --panel: #f2f5fa; --line: #d3dbe8; --text: #131c2e; --soft: #34425c;
            --quiet: #55637f; --amber: #8a5200; --coral: #c8402a; --sky: #1f6fc4; }
        }
        body { background: var(--back); color: var(--text); font: 16px/1.55 system-ui, sans-serif; margin: 0; }
        main { max-width: 960px; margin: 0 auto; padding: 48px 24px 80px; }
        h1 { font-size: 34px; line-height: 1.2; margin: 0 0 12px; } h2 { margin: 44px 0 12px; font-size: 21px; } h3 { margin: 26px 0 2px; }
        .lead { font-size: 18px; color: var(--soft); } .quiet { color: var(--quiet); margin: 0 0 8px; font-size: 14px; }
        figure { margin: 24px 0; } figcaption.quiet { margin-top: 8px; overflow-wrap: anywhere; }
        img { display: block; box-sizing: border-box; max-width: 100%; height: auto; border-radius: 10px; border: 1px solid var(--line); }
        .film { width: 100%; } a { color: var(--sky); } .wide { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
        th, td { text-align: right; padding: 7px 10px; border-bottom: 1px solid var(--line); white-space: nowrap; }
        th { color: var(--quiet); font-weight: 500; } th:first-child, td:first-child { text-align: left; color: var(--amber); }
        svg { display: block; width: 100%; min-width: 680px; background: var(--panel); border-radius: 8px; padding: 8px; box-sizing: border-box; }
        svg text { fill: var(--quiet); } svg .long { fill: var(--coral); }
        .frame { fill: var(--sky); } .late { fill: var(--coral); } .limit { stroke: var(--text); stroke-opacity: .45; stroke-dasharray: 4 4; }
        """
}
