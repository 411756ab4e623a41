/** What buyers write with an order, by their language; `en` is for everyone else. */
export const notes: Record<string, readonly string[]> = {
  en: [
    'Please leave with the neighbour at number 12 if we are out.',
    'It is a present, so no invoice in the box please. Thank you!',
    'Could you combine this with my other order?',
    'Is the light meter in EV or in stops? No hurry.',
    'Signature please, parcels get lost in our building.',
    'Thanks for the quick answer yesterday, Joe.',
    'Expiry 2027 or later would be lovely.',
    'Please ring the bell twice.',
    'Birthday on Saturday, fingers crossed 🤞',
    'Happy to wait if you can pack it with the tank I ordered on Monday.',
    'No plastic if you can avoid it 🌱',
    'Can I have the one from the second photo?',
  ],
  de: [
    'Bitte mit Rechnung, danke!',
    'Paket gern beim Nachbarn abgeben (Hinterhaus).',
    'Ist ein Geschenk, bitte keine Rechnung beilegen.',
    'Bitte an die Packstation nur bis 60 cm. Vielen Dank und viele Grüße',
    'Könnten Sie bitte Briefmarken statt Aufkleber nehmen? Mein Sohn sammelt 😊',
  ],
  fr: [
    'Merci de bien emballer, le facteur n’est pas très délicat…',
    'C’est un cadeau, pas de facture s’il vous plaît.',
    'Code de la porte : 41B7, 3e étage.',
  ],
  ja: ['プレゼント用です。よろしくお願いします。', '平日の夕方に届くと助かります。'],
  pt: ['Por favor, deixe com o porteiro. Obrigada!', 'É para oferecer, sem fatura na caixa, se possível.'],
}

/** Comments that go with good ratings, by what was bought. */
export const praise: Record<string, readonly string[]> = {
  film: [
    'Cold packed and long dated. Will order again.',
    'Fresh stock, fair price, here in two days.',
    'Ten rolls, well packed, as always.',
    'Film arrived cool and quick. Perfect.',
    'My usual shop for HP5. Never a problem.',
    'Good expiry date, thanks for checking.',
    'Frische Ware, schnell da. Gerne wieder!',
    'Livraison rapide, pellicules bien protégées.',
  ],
  darkroom: [
    'Bottles sealed and bagged, not a drop lost.',
    'Everything for my first darkroom in one box. Thank you!',
    'Exactly what I needed, and a kind note too.',
    'Chemie gut verpackt, alles bestens.',
    'Quick, careful, fair postage.',
  ],
  cameras: [
    'Exactly as described, packed like treasure.',
    'Honest description, the camera is even nicer in the hand.',
    'Meter spot on, shutter crisp. A happy owner.',
    'Film came back perfect. Serviced means serviced here.',
    'Beautiful camera, light seals really are new.',
    'Schöne Kamera, ehrlich beschrieben. Danke!',
    'Appareil superbe, conforme à la description.',
    '丁寧な梱包で、状態も説明通りでした。ありがとうございます。',
    'Câmara impecável, muito obrigado!',
    'Better than the photos. Five stars.',
  ],
  lenses: [
    'Glass as clear as they said.',
    'No haze, no fungus, smooth focus. Delighted.',
    'Lovely lens, caps included. Thanks!',
    'Top Objektiv, sehr gut verpackt.',
    'Lens shipped the same day and is flawless.',
  ],
  accessories: [
    'Small thing, sent with care. Fits perfectly.',
    'Fits. Fast. Fair.',
    'Saved my meter, thank you for the advice.',
    'Just right for my OM-1.',
    'Arrived next morning, great.',
    'Passt genau, danke.',
  ],
  stationery: [
    'Wunderschön verpackt, mit handgeschriebener Karte. Danke!',
    'Schnelle Lieferung, alles wie beschrieben.',
    'Toller Laden, ich komme wieder.',
    'Papier von bester Qualität.',
    'Der Füller schreibt sofort und ganz weich.',
    'Gerne wieder!',
    'Liebevoll eingepackt, pünktlich zum Geburtstag da.',
  ],
  any: [
    'Great seller.',
    'All good, thank you!',
    'Perfect transaction.',
    'Would buy again.',
    'Fast and friendly. 👍',
    'A+',
  ],
}

/** Comments that go with middling ratings. */
export const middling: readonly string[] = [
  'Good camera but the case smelled of smoke.',
  'Took a week longer than promised. Item itself fine.',
  'Box was dented, contents survived.',
  'Not quite as clean as I expected for the grade.',
  'Fine, but postage was dear for such a small parcel.',
]

/** Comments that go with bad ratings. */
export const blame: readonly string[] = [
  'Never arrived. Money back in the end, but a month lost.',
  'Light leak on the first roll, had to send it back.',
  'Wrong filter size, and the reply took four days.',
  'Meter does not respond at all, described as tested.',
  'Arrived far too late for the birthday.',
]

/** What the seller answers to those who were not happy. */
export const apologies: readonly string[] = [
  'Sorry for the wait: the parcel sat in customs for nine days. Your refund of the postage is on its way.',
  'We are sorry about this. It was tested here, so please send it back at our cost and we will put it right.',
  'Thank you for telling us. We have changed how we pack these.',
  'Our mistake, we picked the wrong one. The right one left this morning, keep the other.',
]

/** What the seller answers to those who were. */
export const thanks: readonly string[] = [
  'Thank you, enjoy it!',
  'A pleasure, come back soon.',
  'Thank you for the kind words!',
  'Show us the pictures some day!',
]
