import type { unusable as english } from '../en/unusable.ts'

export const unusable = {
  'order.unusable.title': 'Diese Bestellung prüfen: Manche Angaben waren nicht verwendbar',
  'order.unusable.what':
    'Das hat Ihr Shop gesendet, und der Hub konnte es nicht lesen. Es steht hier, wie es kam. Vergleichen Sie es vor dem Versand mit der Bestellung.',
  'order.unusable.titleLeft': 'Manche Angaben dieser Bestellung waren nicht verwendbar',
  'order.unusable.whatLeft': 'Der Hub konnte das nicht lesen. Es steht hier, wie es mit der Bestellung kam.',
  'order.unusable.item': '{field}: {value}',
  'order.unusable.missing': '{field}: fehlt',
  'order.unusable.buyer': 'Käufer',
  'order.unusable.shipTo': 'Lieferadresse',
  'order.unusable.billTo': 'Rechnungsadresse',
  'order.unusable.payment': 'Zahlung',
  'order.unusable.time': 'Zeit der Bestellung',
  'order.unusable.listing': 'Hier nicht angebotener Artikel',
  'order.unusable.noTitle': 'Artikel ohne Titel',
} satisfies Record<keyof typeof english, string>
