import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { expect, it } from 'vitest'
import { endpoints } from './endpoints.ts'
import { openApi } from './openapi.ts'

const document = openApi(endpoints, 'https://hub.example/marketplace/v1')

it('passes the recommended rules of Redocly', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  expect(found.map(({ ruleId, message, location }) => [ruleId, location[0]?.pointer, message])).toEqual([])
})

it('passes the recommended rules of Spectral', async () => {
  const spectral = new spectralCore.Spectral()
  // The package declares its ruleset more narrowly than the expected type.
  spectral.setRuleset({ extends: [[spectralRulesets.oas as RulesetDefinition, 'recommended']] })
  const found = await spectral.run(document)
  expect(found.map(({ code, path, message }) => [code, path.join('/'), message])).toEqual([])
})
