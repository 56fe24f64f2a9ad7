package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// kinds are the media types of the page's files. They are listed here because those of systems differ.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon",
	".json": "application/json", ".map": "application/json",
	".webmanifest": "application/manifest+json", ".wasm": "application/wasm", ".txt": "text/plain; charset=utf-8",
}

// page holds the files of the page by path. Nothing else is ever served.
type page struct{ files map[string]*file }

// file is a file of the page.
type file struct {
	kind   string
	tag    string // hash of its content, without quotes
	policy string // allows what is inline; for HTML only
	text   []byte
	packed func() []byte // compressed by gzip; nil if that is not shorter
}

// comments are those of scripts and style sheets that have lines of their own, by file ending.
var comments = map[string]*regexp.Regexp{
	".js":  regexp.MustCompile(`(?m)^[ \t]*(?://.*|` + block + `)$`),
	".css": regexp.MustCompile(`(?m)^[ \t]*` + block + `$`),
}

const block = `/\*(?:[^*]|\*+[^*/])*\*+/[ \t]*`

// Plain returns a script or a style sheet without the comments that have lines of their own, a quarter of what
// would be sent. Those lines become empty, so that all others keep their numbers. Other files stay as they are.
// It knows no template literals: none may hold such lines.
func Plain(name string, text []byte) []byte {
	comment := comments[path.Ext(name)]
	if comment == nil {
		return text
	}
	return comment.ReplaceAllFunc(text, func(found []byte) []byte {
		return bytes.Repeat([]byte("\n"), bytes.Count(found, []byte("\n")))
	})
}

// PocketList is the list of files in a folder that alfiere-pocket wrote, by which such a folder is known. It has the
// hashes of the files, so they are served as they are.
const PocketList = "alfiere-pocket.json"

// readPage reads all files, plain. Each is compressed at its first request; compressed copies, which are for
// other servers, are left out.
func readPage(files fs.FS) (*page, error) {
	p := &page{files: map[string]*file{}}
	_, open := fs.Stat(files, PocketList)
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) == ".gz" {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if open != nil {
			text = Plain(name, text)
		}
		kind, known := kinds[path.Ext(name)]
		if !known {
			return fmt.Errorf("page file %s has an unknown type", name)
		}
		sum := sha256.Sum256(text)
		f := &file{kind: kind, tag: base64.RawURLEncoding.EncodeToString(sum[:12]), text: text,
			packed: sync.OnceValue(func() []byte { return pack(text) })}
		if path.Ext(name) == ".html" {
			f.policy = policyOf(text)
		}
		p.files["/"+name] = f
		return nil
	})
	if index := p.files["/index.html"]; err == nil && index == nil {
		return nil, fmt.Errorf("the page has no index.html")
	} else if err == nil {
		p.files["/"] = index
	}
	return p, err
}

// inlined are the scripts and style sheets within a page.
var inlined = regexp.MustCompile(`(?s)<(script|style)>(.*?)</`)

// policyOf returns the policy of a page: the usual one, and the hashes of what is inline.
func policyOf(html []byte) string {
	all := policy
	for _, part := range inlined.FindAllSubmatch(html, -1) {
		sum := sha256.Sum256(part[2])
		own := string(part[1]) + "-src 'self'"
		hash := base64.StdEncoding.EncodeToString(sum[:])
		all = strings.Replace(all, own, fmt.Sprintf("%s 'sha256-%s'", own, hash), 1)
	}
	return all
}

// pack compresses by gzip; it returns nil if that saves nothing.
func pack(text []byte) []byte {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write(text)
	if err == nil {
		err = w.Close()
	}
	if err != nil || packed.Len() >= len(text) {
		return nil
	}
	return packed.Bytes()
}

// serve answers with a file.
func (p *page) serve(w http.ResponseWriter, r *http.Request) {
	f, name := p.files[r.URL.Path], strings.Trim(r.URL.Path, "/")
	switch {
	case f == nil && !strings.ContainsAny(name, "/.") && strings.Contains(r.Header.Get("Accept"), "text/html"):
		// Somebody typed /play; the address in the page is /#play.
		http.Redirect(w, r, "/#"+name, http.StatusSeeOther)
		return
	case f == nil:
		refuse(w, http.StatusNotFound, "no such file")
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		refuse(w, http.StatusMethodNotAllowed, "use GET or HEAD")
		return
	}
	header := w.Header()
	header.Set("Cache-Control", "no-cache") // cached, but revalidated
	header.Set("Vary", "Accept-Encoding")
	if f.policy != "" {
		header.Set("Content-Security-Policy", f.policy)
	}
	if name := r.URL.Path + ".map"; p.files[name] != nil {
		header.Set("SourceMap", path.Base(name))
	}
	text, tag := f.text, `"`+f.tag+`"`
	if takesGzip(r.Header.Get("Accept-Encoding")) {
		if packed := f.packed(); packed != nil {
			text, tag = packed, `"`+f.tag+`-gzip"`
			header.Set("Content-Encoding", "gzip")
		}
	}
	header.Set("ETag", tag)
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		header.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", f.kind)
	header.Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodGet {
		_, _ = w.Write(text)
	}
}

// takesGzip reads a header Accept-Encoding.
func takesGzip(accepted string) bool {
	for part := range strings.SplitSeq(accepted, ",") {
		name, quality, _ := strings.Cut(strings.ReplaceAll(part, " ", ""), ";")
		if name == "gzip" {
			q, err := strconv.ParseFloat(strings.TrimPrefix(quality, "q="), 64)
			return err != nil || q > 0
		}
	}
	return false
}
