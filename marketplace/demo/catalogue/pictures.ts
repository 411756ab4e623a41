import { aspectsOf } from './facts.ts'
import type { CatalogueItem } from './catalogue-item.ts'

/** All pictures in one file, for a single request per page. */
const file = '/demo/products.svg'

// Department | pattern for the name and type | picture. The first match counts.
const table: readonly (readonly [department: string, pattern: RegExp, picture: string])[] = [
  ['film', /Instant/, 'film-instant'],
  ['film', /4x5/, 'film-sheet'],
  ['film', /^Kodak.* 120/, 'film-120-yellow'],
  ['film', /^Kodak/, 'film-35-yellow'],
  ['film', /^Fujifilm.* 120/, 'film-120-green'],
  ['film', /^Fujifilm/, 'film-35-green'],
  ['film', /^(?:CineStill|Harman|Lomography).* 120/, 'film-120-red'],
  ['film', /^(?:CineStill|Harman|Lomography)/, 'film-35-red'],
  ['film', / 120/, 'film-120-mono'],
  ['film', /./, 'film-35-mono'],
  ['darkroom', /D-76|Xtol|ID-11|XT-3|Adofix|starter/, 'powder'],
  ['darkroom', /Chemicals|bottle/, 'bottle'],
  ['darkroom', /Paper$|pages/, 'photo-paper'],
  ['darkroom', /[Tt]ank|reel|washer/, 'tank'],
  ['darkroom', /thermometer|cylinder/, 'lab'],
  ['darkroom', /clips|tongs|squeegee|retriever|Tray/, 'darkroom-tools'],
  ['darkroom', /./, 'kit'],
  ['cameras', /TLR$/, 'tlr'],
  ['cameras', /Instant$/, 'instant-camera'],
  ['cameras', /Large format$/, 'field-camera'],
  ['cameras', /Folding$/, 'folding'],
  ['cameras', /Medium format$/, 'medium-format'],
  ['cameras', /Point & shoot$/, 'compact'],
  ['cameras', /Rangefinder$/, 'rangefinder'],
  ['cameras', /F3|F100|F80|F6|EOS|T90|A-1|New F-1|Dynax|OM-[234]|LX|MX|X-700|XD7/, 'slr-black'],
  ['cameras', /./, 'slr-chrome'],
  ['lenses', /Elmar 50|Summitar|Summaron|Jupiter|Industar|Nikkor-S|LTM|Biotar|Trioplan|Kilar/, 'lens-silver'],
  ['lenses', / (?:8[5-9]|9\d|[123]\d\d) mm|-\d+ mm/, 'lens-tele'],
  ['lenses', / (?:15|21|28|35) mm/, 'lens-wide'],
  ['lenses', /./, 'lens-standard'],
  ['accessories', /Lens cap$/, 'cap'],
  ['accessories', /Hood$/, 'hood'],
  ['accessories', /Filter$/, 'filter'],
  ['accessories', /Strap$/, 'strap'],
  ['accessories', /Battery$/, 'battery'],
  ['accessories', /cable/, 'cable-release'],
  ['accessories', /Bag$/, 'bag'],
  ['accessories', /Flash$/, 'flash'],
  ['accessories', /Adapter$/, 'adapter'],
  ['accessories', /./, 'kit'],
  ['meters', /./, 'meter'],
  ['tripods', /./, 'tripod'],
  ['notebooks', /A6|Cahier|Age Bag|Goalbook|MD|Graphic/, 'notebook-teal'],
  ['notebooks', /./, 'notebook-dark'],
  ['pens', /stifte|Lumograph|Posca|Pen Set/, 'pencils'],
  ['pens', /./, 'pen'],
  ['ink', /Schimmer|Schreibtinte|Eisengallus|Dokument/, 'ink-brown'],
  ['ink', /./, 'ink-blue'],
  ['paper', /[Kk]arten|Geschenk/, 'cards'],
  ['paper', /Washi/, 'tape'],
  ['paper', /./, 'sheets'],
  ['desk', /Stempel|stempel/, 'stamp'],
  ['desk', /köcher/, 'pencils'],
  ['desk', /Korrektur/, 'tape'],
  ['desk', /Locher|Heftgerät/, 'desk'],
  ['desk', /./, 'kit'],
]

export function pictureOf(ware: CatalogueItem): string | null {
  const { Type: type = [], 'Film format': format = [] } = aspectsOf(ware)
  const name = [ware.brand, ware.model, ...format, ...type].join(' ').trim()
  const line = table.find(([department, pattern]) => department === ware.department.key && pattern.test(name))
  return line ? `${file}#${line[2]}` : null
}
