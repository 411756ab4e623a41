import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import bwip from 'bwip-js/node'

/** Width and height in points, of which an inch has 72. */
export type Paper = readonly [width: number, height: number]

const millimetre = 72 / 25.4
export const papers = {
  PDF_A6: [105 * millimetre, 148 * millimetre],
  PDF_4X6: [4 * 72, 6 * 72],
  PDF_A4: [210 * millimetre, 297 * millimetre],
} as const satisfies Record<string, Paper>

interface TextOptions {
  x: number
  /** Of the base line, from the top of the sheet. */
  y: number
  size: number
  bold?: boolean
  /** Long texts are set smaller to fit, then cut. */
  width?: number
}

/** A page that is drawn from its top left corner. */
export interface Sheet {
  text: (words: string, options: TextOptions) => void
  line: (y: number, from: number, to: number) => void
  /** Draws Code 128 over the width of the box, with its quiet zone. */
  barcode: (code: string, box: { x: number; y: number; width: number; height: number }) => void
}

export interface Print {
  addSheet: (paper: Paper) => Sheet
  save: () => Promise<Uint8Array>
}

export async function newPrint(title: string): Promise<Print> {
  const pdf = await PDFDocument.create()
  pdf.setTitle(title)
  const fonts: Fonts = {
    normal: await pdf.embedFont(StandardFonts.Helvetica),
    bold: await pdf.embedFont(StandardFonts.HelveticaBold),
  }
  return {
    addSheet: ([width, height]) => sheetOn(pdf.addPage([width, height]), fonts),
    save: () => pdf.save(),
  }
}

interface Fonts {
  normal: PDFFont
  bold: PDFFont
}

function sheetOn(page: PDFPage, fonts: Fonts): Sheet {
  const top = page.getHeight()
  return {
    text(words, { x, y, size, bold = false, width = page.getWidth() - x }) {
      const font = bold ? fonts.bold : fonts.normal
      const fitted = fit(inFont(words, font), { font, size, width })
      page.drawText(fitted.text, { x, y: top - y, size: fitted.size, font })
    },
    line: (y, from, to) =>
      page.drawLine({ start: { x: from, y: top - y }, end: { x: to, y: top - y }, thickness: 0.8 }),
    barcode(code, box) {
      const widths = barsOf(code)
      const module = box.width / (widths.reduce((sum, width) => sum + width, 0) + 2 * quietModules)
      let x = box.x + quietModules * module
      for (const [index, width] of widths.entries()) {
        if (index % 2 === 0)
          page.drawRectangle({
            x,
            y: top - box.y - box.height,
            width: width * module,
            height: box.height,
            color: rgb(0, 0, 0),
          })
        x += width * module
      }
    },
  }
}

/** Quiet zone: ten times the narrowest bar (ISO/IEC 15417, 4.2). */
const quietModules = 10

/** Alternating widths of bars and gaps, in modules. */
function barsOf(code: string): readonly number[] {
  const [symbol] = bwip.raw('code128', code)
  if (!symbol || !('sbs' in symbol)) throw new Error('Code 128 is a row of bars')
  return symbol.sbs
}

const smallest = 0.6

function fit(text: string, { font, size, width }: { font: PDFFont; size: number; width: number }) {
  const needed = font.widthOfTextAtSize(text, size)
  if (needed <= width) return { text, size }
  const smaller = Math.max(size * smallest, (size * width) / needed)
  const letters = [...text]
  while (letters.length > 0 && font.widthOfTextAtSize(letters.join(''), smaller) > width) letters.pop()
  return { text: letters.join(''), size: smaller }
}

const withoutMarks: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', ħ: 'h', Ħ: 'H' }
const characters = new WeakMap<PDFFont, ReadonlySet<number>>()

/** Replaces characters that the font lacks: by the letter without its accent, or by a question mark. */
function inFont(text: string, font: PDFFont): string {
  const known = characters.get(font) ?? new Set(font.getCharacterSet())
  characters.set(font, known)
  const has = (letter: string) => known.has(letter.codePointAt(0) ?? 0)
  return Array.from(text.normalize('NFC'), (letter) => {
    if (has(letter)) return letter
    const plain = [...(withoutMarks[letter] ?? letter.normalize('NFKD').replaceAll(/\p{M}/gu, ''))]
    return plain.length > 0 && plain.every(has) ? plain.join('') : '?'
  }).join('')
}
