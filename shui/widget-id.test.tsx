import { expect, it } from 'vitest'
import { renderHtml } from './testing.tsx'
import { useWidgetId } from './widget-id.ts'

function Widget({ model }: { model: object }) {
  return <i id={useWidgetId('shui-thing', model)} />
}

it.each(['', null, 0, false])('an id of %j is refused in the words of the contract', (id) =>
  expect(() => renderHtml(<Widget model={{ id }} />)).toThrow(new Error('Invalid widget ID for "shui-thing"')),
)
it('a given id is taken, a missing one made', () => {
  expect(renderHtml(<Widget model={{ id: 'mine' }} />).html).toBe('<i id="mine"></i>')
  expect(renderHtml(<Widget model={{}} />).html).toMatch(/^<i id=".+"><\/i>$/)
})
