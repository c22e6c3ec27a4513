import { pageHeaders } from "~/actions";
import { FilePage, readFilePage } from "~/features/chat/file-page";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "chat:fileTitle" };

export const headers = pageHeaders;

export { FilePage as default, readFilePage as loader };
