import type { ReactNode } from 'react'
import type { TaxNumber } from '#features/core/order/tax-number.ts'
import { addressLines, type PostalAddress } from '#lib/postal-address.ts'
import type { Texts } from '#texts/texts.ts'
import type { PrintSettings } from './print-settings.ts'

/** Bars, drawn already (`barcode.server.ts`): markup of our own making. */
export function Bars({ markup }: { markup: string }) {
  return <span dangerouslySetInnerHTML={{ __html: markup }} />
}

/** Text of somebody's own, in its own direction. */
export function Own({ text }: { text: string }) {
  return <bdi>{text}</bdi>
}

/** Scripts that run from right to left. */
const rightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** An address as its country's post wants it: on the side where its name begins, each line in its own direction. */
export function AddressLines({ address, country }: { address: PostalAddress; country: string | null }) {
  return (
    <div dir={rightToLeft.test(address.name) ? 'rtl' : 'ltr'}>
      {addressLines(address).map(({ text, isName }) => (
        <div key={text}>
          {isName ? (
            <b>
              <Own text={text} />
            </b>
          ) : (
            <Own text={text} />
          )}
        </div>
      ))}
      {country ? (
        <div>
          <Own text={country} />
        </div>
      ) : null}
    </div>
  )
}

/** Tax numbers as facts: carriers and customs know them by these names in any language. */
export const taxFacts = (numbers: readonly TaxNumber[]) => numbers.map(({ type, number }) => [type, number] as const)

/** What is said beside an address, label by label; what is not known is left out. */
export function SheetFacts({
  facts,
}: {
  facts: readonly (readonly [label: string, value: string | null | undefined])[]
}) {
  return (
    <dl className="facts">
      {facts.map(([label, value]) =>
        value ? (
          <div key={label} className="fact">
            <dt>{label}</dt>
            <dd>
              <Own text={value} />
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

interface PartiesProps {
  /** What stands above the buyer's address. */
  caption: string
  buyer: PostalAddress
  seller: PrintSettings['sender']
  texts: Texts
  /** The facts, under who issues it. */
  children: ReactNode
}

/** Whom an invoice or a credit note is for, and who issues it. */
export function SheetParties({ caption, buyer, seller, texts, children }: PartiesProps) {
  return (
    <div className="parties">
      <div>
        <p className="caption">{caption}</p>
        <div className="to">
          <AddressLines address={buyer} country={texts.country(buyer.country)} />
        </div>
      </div>
      <div className="small">
        <p className="caption">{texts.t('printing.from')}</p>
        {[seller.name, ...seller.lines, texts.country(seller.country)].map((line) => (
          <div key={line}>
            <Own text={line} />
          </div>
        ))}
        {children}
      </div>
    </div>
  )
}

/** Who sends. */
export function SenderLines({ sender, texts }: { sender: PrintSettings['sender']; texts: Texts }) {
  return (
    <div>
      <Own text={sender.name} />
      {sender.lines.map((line) => (
        <div key={line}>
          <Own text={line} />
        </div>
      ))}
      <div>{texts.country(sender.country)}</div>
    </div>
  )
}

/** What and whose it is, and its number: large enough to be read at arm's length, and as bars. */
export function SheetHead({
  kind,
  number,
  note,
  bars,
}: {
  kind: string
  number: string
  note?: ReactNode
  bars?: { markup: string; text: string }
}) {
  return (
    <div className="head">
      <div>
        <p className="kind">{kind}</p>
        <h2 className="number">{number}</h2>
        {note ? <p className="small">{note}</p> : null}
      </div>
      {bars ? (
        <div className="code">
          <Bars markup={bars.markup} />
          <p className="small">{bars.text}</p>
        </div>
      ) : null}
    </div>
  )
}

/** Below everything: what it is again, and when it was printed. */
export function SheetFoot({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <>
      <div className="spacer" />
      <div className="foot">
        <span>{left}</span>
        <span>{right}</span>
      </div>
    </>
  )
}

/** A box to be ticked with a pen. */
export function TickCell() {
  return (
    <td>
      <span className="tick" aria-hidden="true">
        {'\u200b'}
      </span>
    </td>
  )
}
