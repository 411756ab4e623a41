import { describe, expect, it } from 'vitest'
import { readShippingForm } from './shipping-form.ts'

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

const order = '12-34567-89012'

describe('readShippingForm', () => {
  it('reads carrier and number as written, trimmed', () => {
    const written = { order, carrier: ' Royal Mail ', tracking: ' JD 0146-0000.1/4 ' }
    const read = {
      ok: true,
      number: order,
      parcel: { carrier: 'Royal Mail', trackingNumber: 'JD 0146-0000.1/4' },
      key: null,
      values: { carrier: 'Royal Mail', tracking: 'JD 0146-0000.1/4' },
    }
    expect(readShippingForm(form(written))).toEqual(read)
    expect(readShippingForm(form({ ...written, key: '0123456789ab' }))).toEqual({ ...read, key: '0123456789ab' })
  })

  it.each([
    [{ carrier: '', tracking: 'JD0146' }, ['carrier']],
    [{ carrier: 'x'.repeat(61), tracking: 'JD0146' }, ['carrier']],
    [{ carrier: 'DHL\u0000', tracking: 'JD0146' }, ['carrier']],
    [{ carrier: 'DHL', tracking: '' }, ['tracking']],
    [{ carrier: 'DHL', tracking: 'abc' }, ['tracking']],
    [{ carrier: 'DHL', tracking: '=HYPERLINK("x")' }, ['tracking']],
    [{ carrier: 'DHL', tracking: '1'.repeat(41) }, ['tracking']],
    [{}, ['carrier', 'tracking']],
  ])('reports the invalid fields in %j', (fields, wrong) => {
    const read = readShippingForm(form({ order, ...fields }))
    expect(read).toMatchObject({ ok: false, order, values: { carrier: '', tracking: '', ...fields } })
    expect(!read.ok && Object.keys(read.errors)).toEqual(wrong)
  })

  it('rejects an invalid order number', () => {
    expect(readShippingForm(form({ order: "1' or 1", carrier: 'DHL', tracking: 'JD0146' }))).toMatchObject({
      ok: false,
      errors: { form: 'previous.error.unknown' },
    })
  })
})
