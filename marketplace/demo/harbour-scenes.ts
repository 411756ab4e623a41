import { noScenes, type Scenes } from './scene.ts'

export const harbourScenes: Scenes = noScenes
