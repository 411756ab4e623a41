import type { MessagesFile } from '#features/shop/messages/messages-file.ts'

type Entry = MessagesFile['messages'][number]
type Model = Entry['model']
type Words = Required<Pick<Model, 'title' | 'content'>> & { controls?: Model['controls'] }

const cross = { en: 'Close this message', de: 'Diese Nachricht schließen' }

/** A message in both languages with a close button. */
function inBoth(
  entry: Omit<Entry, 'model' | 'locale'>,
  model: Pick<Model, 'type' | 'config'>,
  words: { en: Words; de: Words },
): Entry[] {
  return (['en', 'de'] as const).map((locale) => ({
    ...entry,
    locale,
    model: {
      ...model,
      ...words[locale],
      config: { messageId: entry.key, ...model.config },
      controls: [
        ...(words[locale].controls ?? []),
        { type: 'OPERATION', name: 'cross', accessibilityText: cross[locale] },
      ],
    },
  }))
}

const go = (text: string, URL: string) => ({ text, action: { type: 'NAV' as const, URL } })
const close = (text: string) => ({ text, action: { type: 'OPERATION' as const, name: 'close' } })

/** One message per type, each for a small audience on one page with an end date. */
export const demoMessages: MessagesFile = {
  messages: [
    ...inBoth(
      {
        key: 'holiday-collections',
        audience: { countries: ['GB'], levels: ['TOP_RATED', 'ABOVE_STANDARD'] },
        roles: ['owner', 'manager', 'shipper'],
        pages: ['/sh/ovw'],
      },
      { type: 'info', config: { permanent: true, maxViews: 5 } },
      {
        en: {
          title: 'Carriers collect earlier before public holidays.',
          content: ['Hand parcels over by noon on the last working day; orders handed over by then count as on time.'],
          controls: [go('Orders to ship', '/sh/ord?status=awaiting-shipment')],
        },
        de: {
          title: 'Vor Feiertagen holen die Paketdienste früher ab.',
          content: [
            'Übergeben Sie Pakete am letzten Werktag bis 12 Uhr; was bis dahin übergeben ist, gilt als pünktlich.',
          ],
          controls: [go('Zu versendende Bestellungen', '/sh/ord?status=awaiting-shipment')],
        },
      },
    ),
    ...inBoth(
      { key: 'welcome', audience: { newForDays: 30, orders: { max: 0 } }, pages: ['/sh/ovw'] },
      { type: 'success', config: { maxDismissal: 1 } },
      {
        en: {
          title: 'Your shop is open.',
          content: ['Buyers find your listings from the moment they are online.'],
          controls: [go('Choose language and time zone', '/settings/preferences')],
        },
        de: {
          title: 'Ihr Shop ist eröffnet.',
          content: ['Ihre Angebote werden gefunden, sobald sie online sind.'],
          controls: [go('Sprache und Zeitzone wählen', '/settings/preferences')],
        },
      },
    ),
    ...inBoth(
      {
        key: 'hamburg-delays',
        audience: { sellers: ['nordlicht-papier'] },
        roles: ['owner', 'manager', 'shipper'],
        pages: ['/sh/ord/*'],
        priority: 10,
      },
      { type: 'alert', config: { permanent: true, maxViews: 10 } },
      {
        en: {
          title: 'Parcels from Hamburg take a day longer.',
          content: [
            {
              textSpans: [
                { text: 'The sorting centre is being rebuilt. Parcels handed over ' },
                { text: 'before 10:00', styles: ['BOLD'] },
                { text: ' are not delayed.' },
              ],
            },
          ],
        },
        de: {
          title: 'Pakete aus Hamburg brauchen einen Tag länger.',
          content: [
            {
              textSpans: [
                { text: 'Das Sortierzentrum wird umgebaut. Wer ' },
                { text: 'vor 10 Uhr', styles: ['BOLD'] },
                { text: ' übergibt, ist nicht betroffen.' },
              ],
            },
          ],
        },
      },
    ),
    ...inBoth(
      { key: 'photo-rule', roles: ['lister'], pages: ['/sh/ovw'] },
      { type: 'dialog', config: { permanent: true, maxViews: 1 } },
      {
        en: {
          title: 'A new rule for photos',
          content: [
            'New listings need a photo of at least 500 pixels on its longer side. Listings that are online stay as they are.',
          ],
          controls: [close('Understood')],
        },
        de: {
          title: 'Eine neue Regel für Fotos',
          content: [
            'Neue Angebote brauchen ein Foto, dessen längere Seite mindestens 500 Pixel hat. Was online ist, bleibt, wie es ist.',
          ],
          controls: [close('Verstanden')],
        },
      },
    ),
    ...inBoth(
      {
        key: 'below-standard',
        audience: { levels: ['BELOW_STANDARD'] },
        roles: ['owner'],
        pages: ['/sh/ovw'],
        priority: 20,
      },
      { type: ['dialog', 'alert'], config: { permanent: true, maxViews: 3 } },
      {
        en: {
          title: 'Your shop is below standard',
          content: [
            'The marketplace rates it so since this month. Your listings stand lower in the search until the next rating.',
          ],
          controls: [close('I understand')],
        },
        de: {
          title: 'Ihr Shop liegt unter dem Mindeststandard',
          content: [
            'So bewertet es der Marktplatz seit diesem Monat. Bis zur nächsten Bewertung stehen Ihre Angebote in der Suche weiter unten.',
          ],
          controls: [close('Verstanden')],
        },
      },
    ),
  ],
}
