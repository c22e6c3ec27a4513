import { Router, type Response } from "express";
import { bonusOffer } from "../offers";
import { providerOf } from "../providers";

/** Pictures that a real operator would host: logos, backgrounds and banners, generated from their names. */
export function createMedia(): Router {
  const media = Router();
  const send = (response: Response, svg: string) =>
    void response.type("image/svg+xml").set("Cache-Control", "public, max-age=86400").end(svg);

  media.get("/slots/:code/logo.svg", ({ params }, response, next) => {
    const provider = providerOf(params.code.toUpperCase());
    if (!provider) return next();
    send(response, picture({ width: 160, height: 80, text: provider.name, hue: hueOf(provider.code), plate: false }));
  });
  media.get("/slots/:code/background.svg", ({ params }, response, next) => {
    const provider = providerOf(params.code.toUpperCase());
    if (!provider) return next();
    send(response, picture({ width: 300, height: 211, text: "", hue: hueOf(provider.code), plate: true }));
  });
  media.get("/banners/:name.svg", ({ params }, response) =>
    send(
      response,
      picture({ width: 640, height: 360, text: params.name.replaceAll(/[^a-z]/g, ""), hue: 265, plate: true }),
    ),
  );
  media.get("/bonuses/:code-:page.svg", ({ params }, response, next) => {
    const { code, page } = params as { code: string; page: string };
    if (!bonusOffer(code)) return next();
    send(response, picture({ width: 640, height: 280, text: "", hue: hueOf(code + page), plate: true }));
  });
  media.get("/line-qr.svg", (_request, response) =>
    send(response, picture({ width: 200, height: 200, text: "@kram", hue: 140, plate: true })),
  );
  return media;
}

const hueOf = (code: string) => [...code].reduce((sum, letter) => sum + letter.charCodeAt(0) * 37, 0) % 360;

function picture({
  width,
  height,
  text,
  hue,
  plate,
}: {
  width: number;
  height: number;
  text: string;
  hue: number;
  plate: boolean;
}) {
  const ground = plate
    ? `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 45% 34%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360} 55% 18%)"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/><circle cx="${width * 0.8}" cy="${height * 0.25}" r="${height * 0.42}" fill="#fff" opacity=".08"/>`
    : "";
  const label = text
    ? `<text x="50%" y="50%" dy=".35em" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${Math.min(height / 3, (width * 1.5) / text.length)}" fill="#fff">${text}</text>`
    : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${ground}${label}</svg>`;
}
