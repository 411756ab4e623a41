// Draws the API's page with Redoc, in light or dark as the browser prefers.

const place = document.getElementById('reference')
const isDark = matchMedia('(prefers-color-scheme: dark)').matches

const { document: address = '', accent = '#2b4bd6', accentDark = '#94a9ff' } = place?.dataset ?? {}

/** Redoc computes shades of its colours, so that they are no CSS variables. */
const colours = isDark
  ? { ink: '#eceef3', muted: '#b3b8c5', accent: accentDark, surface: '#15181e', side: '#0e1014', line: '#3c4250' }
  : { ink: '#15171c', muted: '#4d5260', accent, surface: '#ffffff', side: '#f6f6f8', line: '#c9ccd6' }

const shade = { main: colours.accent, light: colours.side, dark: colours.accent, contrastText: colours.surface }
const good = isDark ? '#5fd09b' : '#0b7048'
const bad = isDark ? '#ff8f93' : '#b3202a'
/** @param {string} color @param {string} backgroundColor */
const answered = (color, backgroundColor) => ({ color, backgroundColor, tabTextColor: isDark ? color : '#eceef3' })

const options = {
  hideDownloadButtons: true,
  hideSchemaPattern: true,
  nativeScrollbars: true,
  theme: {
    colors: {
      primary: shade,
      success: { ...shade, main: good },
      error: { ...shade, main: bad },
      gray: { 50: colours.side, 100: colours.line },
      border: { light: colours.line, dark: colours.line },
      text: { primary: colours.ink, secondary: colours.muted },
      responses: {
        success: answered(good, isDark ? '#10291f' : '#e6f5ed'),
        error: answered(bad, isDark ? '#331719' : '#fdebeb'),
        redirect: answered(colours.muted, colours.side),
        info: answered(colours.accent, colours.side),
      },
    },
    schema: {
      linesColor: colours.line,
      nestedBackground: colours.side,
      requireLabelColor: bad,
      typeNameColor: colours.muted,
      typeTitleColor: colours.muted,
    },
    typography: {
      fontFamily: 'system-ui, sans-serif',
      headings: { fontFamily: 'system-ui, sans-serif' },
      code: { color: colours.ink, backgroundColor: colours.side },
      links: { color: colours.accent, visited: colours.accent, hover: colours.accent },
    },
    sidebar: { backgroundColor: colours.side, textColor: colours.ink, activeTextColor: colours.accent },
  },
}

/** @typedef {{ init: (document: object, options: object, place: Element | null) => void }} Redoc */
const { Redoc } = /** @type {{ Redoc: Redoc }} */ (/** @type {unknown} */ (globalThis))
const answer = await fetch(address)
Redoc.init(await answer.json(), options, place)
