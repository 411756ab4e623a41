import { z } from 'zod'
import { buyingSchema, formats, parcelSchema, Refusal, type Format } from '../parcel.ts'
import { customsForm, manifestPdf } from '../print/forms.ts'
import { labelPdf } from '../print/label-pdf.ts'
import { labelZpl } from '../print/label-zpl.ts'
import { buyLabel, findLabel, findLabels, makeRates, voidLabel, type Label } from '../trade/labels.ts'
import { eventsOf } from '../trade/moves.ts'
import { carrierName, needsForm } from '../trade/prices.ts'
import { bodyOf, type CarrierApp, type Serving } from './serving.ts'
import { eventBody } from './webhooks.ts'

export function addLabelRoutes(app: CarrierApp, serving: Serving): void {
  const { store, now, faults } = serving

  app.post('/v1/rates', async (c) => {
    const { parcel } = await bodyOf(c, z.object({ parcel: parcelSchema }))
    const rates = makeRates(serving, c.get('account'), parcel)
    return c.json({
      rates: rates.map(({ id, service, minor, currency, days }) => ({
        id,
        carrier: carrierName,
        code: service.code,
        service: service.name,
        price: { minor, currency },
        days,
      })),
    })
  })

  app.post('/v1/labels', async (c) => {
    const { rateId, parcelKey, reference } = await bodyOf(c, buyingSchema)
    const { id: account } = c.get('account')
    if (faults.take(account, c.req.path, 'ERROR_BEFORE_BUYING'))
      return c.json({ error: { code: 'broken', message: 'The carrier has failed' } }, 500)
    const refused = (service: string) => faults.take(account, c.req.path, 'REFUSE_SERVICE', service) !== null
    const label = buyLabel(serving, c.get('account'), { rateId, parcelKey, reference, refused })
    if (faults.take(account, c.req.path, 'SILENT_AFTER_BUYING')) await new Promise(() => {})
    return c.json(labelBody(label), 201)
  })

  app.get('/v1/labels', (c) => {
    const by = { rateId: c.req.query('rateId'), parcelKey: c.req.query('parcelKey') }
    return c.json({ labels: findLabels(store, c.get('account'), by).map(labelBody) })
  })

  app.get('/v1/labels/:id', (c) => c.json(labelBody(findLabel(store, c.get('account'), c.req.param('id')))))

  app.get('/v1/labels/:id/file', async (c) => {
    const label = findLabel(store, c.get('account'), c.req.param('id'))
    const format = z.enum(formats).catch('PDF_A6').parse(c.req.query('format'))
    return fileOf(label, format)
  })

  app.get('/v1/labels/:id/customs-form', async (c) => {
    const label = findLabel(store, c.get('account'), c.req.param('id'))
    if (!needsForm(label.parcel)) throw new Refusal(404, 'no-form', 'The label’s CN 22 suffices')
    return pdf(await customsForm(label))
  })

  app.post('/v1/labels/:id/void', (c) => c.json({ void: voidLabel(serving, c.get('account'), c.req.param('id')) }))

  app.get('/v1/labels/:id/events', (c) => {
    const label = findLabel(store, c.get('account'), c.req.param('id'))
    return c.json({ events: eventsOf(serving, label).map((event) => eventBody(event, label.number)) })
  })

  app.post('/v1/manifests', async (c) => {
    const { labelIds } = await bodyOf(c, z.object({ labelIds: z.array(z.string()).min(1).max(1_000) }))
    const labels = labelIds.map((id) => findLabel(store, c.get('account'), id))
    const voided = labels.find((label) => label.void !== null && label.void !== 'REFUSED')
    if (voided) throw new Refusal(422, 'voided', `${voided.number} was voided`)
    return pdf(await manifestPdf(labels, now()))
  })
}

const labelBody = (label: Label) => ({
  id: label.id,
  rateId: label.rate,
  parcelKey: label.parcelKey,
  carrier: carrierName,
  service: label.service.name,
  trackingNumber: label.service.isTracked ? label.number : null,
  price: { minor: label.minor, currency: label.currency },
  boughtAt: label.boughtAt.toISOString(),
  void: label.void,
  hasCustomsForm: needsForm(label.parcel),
})

async function fileOf(label: Label, format: Format): Promise<Response> {
  if (format !== 'ZPL') return pdf(await labelPdf(label, format))
  return new Response(labelZpl(label), { headers: { 'Content-Type': 'application/zpl' } })
}

const pdf = (bytes: Uint8Array) =>
  new Response(new Uint8Array(bytes), { headers: { 'Content-Type': 'application/pdf' } })
