import type { ReactNode } from 'react'
import type { TaxNumber } from '#features/core/order/tax-number.ts'
import { addressLines, type PostalAddress } from '#lib/postal-address.ts'
import type { Texts } from '#texts/texts.ts'
import type { PrintSettings } from './print-settings.ts'

/** Barcode from trusted markup made by `barcode.server.ts`. */
export function Bars({ markup }: { markup: string }) {
  return <span dangerouslySetInnerHTML={{ __html: markup }} />
}

/** User text in its own direction. */
export function IsolatedText({ text }: { text: string }) {
  return <bdi>{text}</bdi>
}

const rightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** A postal address, aligned by the direction of the name; each line keeps its own direction. */
export function AddressLines({ address, country }: { address: PostalAddress; country: string | null }) {
  return (
    <div dir={rightToLeft.test(address.name) ? 'rtl' : 'ltr'}>
      {addressLines(address).map(({ text, isName }) => (
        <div key={text}>
          {isName ? (
            <b>
              <IsolatedText text={text} />
            </b>
          ) : (
            <IsolatedText text={text} />
          )}
        </div>
      ))}
      {country ? (
        <div>
          <IsolatedText text={country} />
        </div>
      ) : null}
    </div>
  )
}

/** Tax numbers as labelled facts. The type names are the same in all languages. */
export const taxFacts = (numbers: readonly TaxNumber[]) => numbers.map(({ type, number }) => [type, number] as const)

/** Labelled facts beside an address; unknown ones are omitted. */
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
              <IsolatedText text={value} />
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

interface PartiesProps {
  caption: string
  buyer: PostalAddress
  seller: PrintSettings['sender']
  texts: Texts
  children: ReactNode
}

export function SheetParties({ caption, buyer, seller, texts, children }: PartiesProps) {
  return (
    <div className="parties">
      <div>
        <p className="caption">{caption}</p>
        <div className="to">
          {/* Who collects or downloads may have given no address. */}
          <AddressLines address={buyer} country={buyer.city === '' ? null : texts.country(buyer.country)} />
        </div>
      </div>
      <div className="small">
        <p className="caption">{texts.t('grid.from')}</p>
        {[seller.name, ...seller.lines, texts.country(seller.country)].map((line) => (
          <div key={line}>
            <IsolatedText text={line} />
          </div>
        ))}
        {children}
      </div>
    </div>
  )
}

export function SenderLines({ sender, texts }: { sender: PrintSettings['sender']; texts: Texts }) {
  return (
    <div>
      <IsolatedText text={sender.name} />
      {sender.lines.map((line) => (
        <div key={line}>
          <IsolatedText text={line} />
        </div>
      ))}
      <div>{texts.country(sender.country)}</div>
    </div>
  )
}

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

export function TickCell() {
  return (
    <td>
      <span className="tick" aria-hidden="true">
        {'\u200b'}
      </span>
    </td>
  )
}
