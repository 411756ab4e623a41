/** Sentences by language; `en` is the fallback. */
export type Sentences = Readonly<{ en: readonly string[] } & Record<string, readonly string[]>>
/** Sentences by topic; `any` fits everything. */
type Praise = Readonly<{ any: readonly string[] } & Record<string, readonly string[]>>

const languages: Readonly<Record<string, string>> = {
  DE: 'de',
  AT: 'de',
  FR: 'fr',
  JP: 'ja',
  PT: 'pt',
  BR: 'pt',
  SE: 'sv',
}

export function languageOf(country: string): string {
  return languages[country] ?? 'en'
}

export const notes: Sentences = {
  en: [
    'Please leave with the neighbour at number 12 if we are out.',
    'It is a present, so no invoice in the box please. Thank you!',
    'Could you combine this with my other order?',
    'Signature please, parcels get lost in our building.',
    'Thanks for the quick answer yesterday, Joe.',
    'Please ring the bell twice.',
    'Birthday on Saturday, fingers crossed 🤞',
    'No plastic if you can avoid it 🌱',
    'Can I have the one from the second photo?',
    'Second order this week, you are ruining me :)',
    'Do not bend!',
    'Please use the side gate, the dog is friendly.',
    'Moving house on the 30th, so please send before then or tell me.',
    'If anything is out of stock, just send the rest.',
    'My grandfather had the same one. Cannot wait!',
    'Any chance of a handwritten card? It is for my sister, Imogen.',
    'VAT receipt please.',
    'Gate code 4471, leave in the blue box.',
    'Happy to wait if it goes with the next parcel.',
    'First order here, recommended by the Thursday darkroom group.',
    'Please declare the full value for customs.',
    'Office closes at four on Fridays.',
  ],
  de: [
    'Bitte mit Rechnung, danke!',
    'Paket gern beim Nachbarn abgeben (Hinterhaus).',
    'Ist ein Geschenk, bitte keine Rechnung beilegen.',
    'Bitte schöne Briefmarken, mein Sohn sammelt 😊',
    'Lieferung bitte nicht vor Montag, wir sind verreist.',
    'Vielen Dank und viele Grüße aus dem Norden!',
    'Wenn etwas fehlt, bitte einfach den Rest schicken.',
    'Bitte bei »Sommer« klingeln.',
  ],
  fr: [
    'Merci de bien emballer, le facteur n’est pas très délicat…',
    'C’est un cadeau, pas de facture s’il vous plaît.',
    'Code de la porte : 41B7, 3e étage.',
    'Absent jusqu’à jeudi, inutile d’envoyer avant.',
  ],
  ja: ['プレゼント用です。よろしくお願いします。', '平日の夕方に届くと助かります。', '丁寧な梱包をお願いいたします。'],
  pt: [
    'Por favor, deixe com o porteiro. Obrigada!',
    'É para oferecer, sem fatura na caixa, se possível.',
    'Pode enviar junto com o pedido anterior?',
  ],
  sv: ['Lämna gärna hos grannen.', 'Det är en present, så inget kvitto i paketet tack!'],
}

export const praise: Praise = {
  film: [
    'Cold packed and long dated. Will order again.',
    'Fresh stock, fair price, here in two days.',
    'Well packed, as always.',
    'Film arrived cool and quick. Perfect.',
    'My usual shop for film. Never a problem.',
    'Good expiry date, thanks for checking.',
  ],
  darkroom: [
    'Bottles sealed and bagged, not a drop lost.',
    'Just what the darkroom needed. Thank you!',
    'Exactly what I wanted, and a kind note too.',
    'Quick, careful, fair postage.',
  ],
  cameras: [
    'Exactly as described, packed like treasure.',
    'Honest description, the camera is even nicer in the hand.',
    'Meter spot on, shutter crisp. A happy owner.',
    'First film came back perfect.',
    'Beautiful camera, and the light seals really are new.',
    'Better than the photos. Five stars.',
    'You can tell that somebody here loves these cameras.',
  ],
  lenses: [
    'Glass as clear as they said.',
    'No haze, no fungus, smooth focus. Delighted.',
    'Lovely lens, caps included. Thanks!',
    'Lens is flawless, and it was here before I had looked for a film.',
  ],
  accessories: [
    'Small thing, sent with care. Fits perfectly.',
    'Fits. Fast. Fair.',
    'Just right, thank you for the advice.',
    'Exactly the part I had been looking for.',
  ],
  any: [
    'Great seller.',
    'All good, thank you!',
    'Perfect transaction.',
    'Would buy again.',
    'Fast and friendly. 👍',
    'A+',
    'Second order, as good as the first.',
    'Arrived earlier than promised.',
  ],
}

export const praiseAbroad: Readonly<Record<string, readonly string[]>> = {
  de: [
    'Alles bestens, gerne wieder!',
    'Frische Ware, schnell da.',
    'Ehrlich beschrieben, sehr gut verpackt.',
    'Toller Laden. Danke!',
  ],
  fr: ['Conforme à la description, merci !', 'Livraison rapide, très bien emballé.', 'Vendeur sérieux, je recommande.'],
  ja: ['丁寧な梱包で、状態も説明通りでした。ありがとうございます。', '迅速な発送に感謝します。また利用したいです。'],
  pt: ['Impecável, muito obrigado!', 'Chegou rápido e muito bem embalado.'],
  sv: ['Snabb leverans, allt som beskrivet.', 'Mycket nöjd, handlar gärna igen!'],
}

export const praiseOfPaper: readonly string[] = [
  'Wunderschön verpackt, mit handgeschriebener Karte. Danke!',
  'Schnelle Lieferung, alles wie beschrieben.',
  'Toller Laden, ich komme wieder.',
  'Beste Qualität.',
  'Genau das Richtige zum Verschenken.',
  'Gerne wieder!',
  'Liebevoll eingepackt, pünktlich zum Geburtstag da.',
  'Da macht das Schreiben wieder Freude.',
]

export const middling: Readonly<Record<'late' | 'other', Sentences>> = {
  late: {
    en: ['Took a week longer than promised. Item itself fine.', 'Slow post, but that is hardly the seller’s fault.'],
    de: ['Kam eine Woche später als versprochen, Ware in Ordnung.', 'Lange Lieferzeit, sonst gut.'],
  },
  other: {
    en: [
      'Box was dented, contents survived.',
      'Not quite as clean as I expected for the grade.',
      'Fine, but postage was dear for such a small parcel.',
      'Good, though the case smelled of smoke.',
      'OK.',
    ],
    de: ['Karton war eingedrückt, Inhalt heil.', 'Farbe weicht etwas vom Foto ab.', 'In Ordnung, Porto etwas hoch.'],
  },
}

export const blame: Readonly<Record<'lost' | 'late' | 'other', Sentences>> = {
  lost: {
    en: ['Never arrived. Money back in the end, but a month lost.', 'Lost in the post, and the search took weeks.'],
    de: ['Nie angekommen. Geld zurück, aber vier Wochen gewartet.'],
  },
  late: {
    en: ['Arrived far too late for the birthday.', 'Paid for quick post, waited two weeks.'],
    de: ['Kam viel zu spät, Geburtstag war vorbei.'],
  },
  other: {
    en: [
      'Not what I ordered, and the reply took four days.',
      'Did not work, had to send it back.',
      'Described as tested. It was not.',
      'More worn than in the photos.',
    ],
    de: ['Falsche Farbe geliefert, Antwort erst nach vier Tagen.', 'Ecken angestoßen, schade.'],
  },
}

/** What the seller answers to those who were not happy: what went wrong, by the seller's language. */
export const apologies: Readonly<Record<'late' | 'other', Sentences>> = {
  late: {
    en: [
      'Sorry for the wait. We have claimed with the carrier, and the postage is on its way back to you.',
      'That must have been a long week. We are sorry, and have written to you.',
    ],
    de: ['Das tut uns leid! Das Porto erstatten wir Ihnen.'],
  },
  other: {
    en: [
      'Sorry for the trouble. We have written to you with what we can do.',
      'We are sorry about this. Please send it back at our cost and we will put it right.',
      'Thank you for telling us. We have changed how we check these.',
    ],
    de: [
      'Das tut uns leid! Wir haben Ihnen gerade geschrieben.',
      'Danke für den Hinweis, wir prüfen das jetzt besser.',
    ],
  },
}

export const thanks: Sentences = {
  en: [
    'Thank you, enjoy it!',
    'A pleasure, come back soon.',
    'Thank you for the kind words!',
    'Show us the pictures some day!',
  ],
  de: ['Herzlichen Dank, viel Freude damit!', 'Danke, das freut uns sehr!'],
}
