import { expect, it } from 'vitest'
import { renderHtml } from '../testing.tsx'
import { CardTable } from './card-table.tsx'

it('a card names each value, but neither what can be done with the row nor what is not there', () => {
  const { html } = renderHtml(
    <CardTable
      head="Name"
      columns={[
        { key: 'role', label: 'Role' },
        { key: 'manage', label: 'Manage', isAction: true },
      ]}
      rows={[
        { key: 'ada', name: 'Ada', cells: ['Owner', ''] },
        {
          key: 'joe',
          name: 'Joe',
          cells: [
            'Shipper',
            <a key="manage" href="/joe">
              Manage
            </a>,
          ],
        },
      ]}
    />,
  )
  expect(html).toContain('<th scope="col">Manage</th>')
  expect(html).toContain('<td data-label="Role">Owner</td><td></td>')
  expect(html).toContain('<td data-label="Role">Shipper</td><td><a href="/joe">Manage</a></td>')
})
