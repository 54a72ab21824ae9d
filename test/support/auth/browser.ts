/** A real browser: the one named by CHROMIUM_BIN, else that of a development package. */
import { setTimeout as delay } from 'node:timers/promises'
import chromium from '@sparticuz/chromium'
import puppeteer from 'puppeteer-core'
import type { Browser } from 'puppeteer-core'
import type { Test } from 'tap'

/** Opens a headless browser that accepts any certificate; it closes with the test. */
export async function openBrowser(t: Test): Promise<Browser> {
  const given = process.env['CHROMIUM_BIN']
  const browser = await launch(given === undefined || given === '' ? await chromium.executablePath() : given)
  t.teardown(async () => {
    await browser.close()
  })
  return browser
}

/** How often a program that another test file is still unpacking is tried again, every 250 ms. */
const TRIES = 120

async function launch(executablePath: string, tries = TRIES): Promise<Browser> {
  try {
    return await puppeteer.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
      headless: 'shell',
      acceptInsecureCerts: true,
    })
  } catch (error) {
    if (tries === 0 || !(error instanceof Error) || !error.message.includes('ETXTBSY')) throw error
    await delay(250)
    return await launch(executablePath, tries - 1)
  }
}
