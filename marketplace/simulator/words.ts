import { createRandom } from '#lib/random.ts'
import { blame, languageOf, middling, praise, praiseAbroad, type Sentences } from '../demo/words.ts'
import type { FeedbackMood, MessageReason } from './simulated-action.ts'
import type { ReturnReason } from './buyer-behaviour.ts'

const written: Readonly<Record<MessageReason, Sentences>> = {
  QUESTION: {
    en: [
      'Hello, could you send it to my office instead? I will write the address if that works.',
      'Is an invoice in the parcel?',
      'Could you pack it well, please? The last one came dented.',
      'Can you tell me whether it still has its box?',
      'When will it leave? I am away from Friday on.',
    ],
    de: [
      'Hallo, liegt eine Rechnung bei?',
      'Könnten Sie es bitte gut verpacken? Es ist ein Geschenk.',
      'Ist der Originalkarton noch dabei?',
      'Wann geht es raus? Ab Freitag bin ich verreist.',
    ],
    fr: ['Bonjour, y a-t-il une facture dans le colis ?', 'Pourriez-vous bien l’emballer ? C’est un cadeau.'],
  },
  IMPATIENCE: {
    en: [
      'Hello, I paid some days ago and it has not been sent. When will it leave?',
      'Is everything all right with my order? I thought it would be on its way by now.',
      'Still no word of a parcel. Should I be worried?',
    ],
    de: [
      'Hallo, ich habe vor Tagen bezahlt. Wann wird es verschickt?',
      'Ist mit meiner Bestellung alles in Ordnung? Ich dachte, sie wäre längst unterwegs.',
    ],
    fr: ['Bonjour, j’ai payé il y a plusieurs jours. Quand sera-t-il expédié ?'],
  },
  THANKS: {
    en: ['Thank you for the quick answer!', 'That helps, thank you.', 'All right, I will wait. Thanks.'],
    de: ['Danke für die schnelle Antwort!', 'Alles klar, vielen Dank.'],
    fr: ['Merci pour votre réponse !'],
  },
}

const complaints: Readonly<Record<ReturnReason, Sentences>> = {
  NOT_AS_DESCRIBED: {
    en: [
      'It looks more worn than in your pictures.',
      'The colour is not the one that I ordered.',
      'Not the model of the title.',
    ],
    de: ['Deutlich mehr Gebrauchsspuren als auf Ihren Bildern.', 'Die Farbe ist eine andere als bestellt.'],
  },
  DEFECTIVE_ITEM: {
    en: ['It does not work, whatever I try.', 'It worked for an hour, then no more.', 'One part is loose and rattles.'],
    de: ['Es funktioniert leider nicht.', 'Nach einer Stunde war Schluss.'],
  },
  ARRIVED_DAMAGED: {
    en: ['The box was crushed, and so is what was in it.', 'A corner is broken off.'],
    de: ['Das Paket war eingedrückt, der Inhalt auch.', 'Eine Ecke ist abgebrochen.'],
  },
  MISSING_PARTS: {
    en: ['One of the parts in the description is not in the parcel.'],
    de: ['Im Paket fehlt ein Teil aus der Beschreibung.'],
  },
  ORDERED_WRONG_ITEM: {
    en: ['My mistake, I needed the other size.', 'I ordered the wrong one, sorry.'],
    de: ['Mein Fehler, ich brauche eine andere Ausführung.'],
  },
  NO_LONGER_NEED_ITEM: {
    en: ['I have got another one as a present meanwhile.', 'I do not need it any more. It is unopened.'],
    de: ['Ich habe inzwischen eines geschenkt bekommen.'],
  },
}

const missingWords: Sentences = {
  en: ['It has not come, and the neighbours know nothing of it.', 'The parcel is overdue. Where is it?'],
  de: ['Es ist nicht angekommen, auch die Nachbarn wissen nichts.', 'Die Sendung ist überfällig.'],
  fr: ['Le colis n’est jamais arrivé.'],
}

interface Speaker {
  order: string
  country: string
}

function say({ order, country }: Speaker, about: string, sentences: Sentences): string {
  return createRandom(`${order} words ${about}`).pick(sentences[languageOf(country)] ?? sentences.en)
}

export const messageText = (speaker: Speaker, occasion: MessageReason, key: string) =>
  say(speaker, key, written[occasion])

export const complaint = (speaker: Speaker, reason: ReturnReason) => say(speaker, 'return', complaints[reason])

export const missed = (speaker: Speaker) => say(speaker, 'missing', missingWords)

export function opinion(speaker: Speaker, mood: FeedbackMood) {
  const random = createRandom(`${speaker.order} opinion`)
  const rating = random.weighted(ratings[mood])
  const stars = { POSITIVE: random.chance(0.9) ? 5 : 4, NEUTRAL: 3, NEGATIVE: random.int(1, 2) }[rating]
  const late = mood === 'late' ? 'late' : 'other'
  const abroad = praiseAbroad[languageOf(speaker.country)]
  const sentences = {
    POSITIVE: abroad ? { en: abroad } : { en: praise.any },
    NEUTRAL: middling[late],
    NEGATIVE: blame[mood === 'lost' ? 'lost' : late],
  }[rating]
  return { rating, stars, comment: say(speaker, 'opinion', sentences) }
}

type Rating = 'POSITIVE' | 'NEUTRAL' | 'NEGATIVE'
const ratings: Readonly<Record<FeedbackMood, readonly (readonly [Rating, number])[]>> = {
  good: [
    ['POSITIVE', 97],
    ['NEUTRAL', 2],
    ['NEGATIVE', 1],
  ],
  late: [
    ['POSITIVE', 60],
    ['NEUTRAL', 28],
    ['NEGATIVE', 12],
  ],
  bad: [
    ['POSITIVE', 30],
    ['NEUTRAL', 40],
    ['NEGATIVE', 30],
  ],
  lost: [
    ['POSITIVE', 10],
    ['NEUTRAL', 35],
    ['NEGATIVE', 55],
  ],
}
