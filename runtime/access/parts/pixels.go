package parts

import (
	"reflect"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/inners"
)

// Images of package image: pixels lie in a slice of bytes, Pix, row by row. Package image is not
// imported, which would link it into every test binary.

// pixelSizes are the bytes of a pixel, by the image's type.
var pixelSizes = map[string]int{"RGBA": 4, "RGBA64": 8, "NRGBA": 4, "NRGBA64": 8, "Alpha": 1, "Alpha16": 2, "Gray": 1, "Gray16": 2, "CMYK": 4, "Paletted": 1}

// A raster is the pixels of an image.
type raster struct {
	image                  reflect.Value
	pix                    []byte
	stride, size           int
	left, top, right, down int // its bounds
}

// rasterOf takes an image apart and announces reads of the fields by which a pixel is found. ok
// says that it is one of package image's, and that there is something to announce.
func rasterOf(img any, s rt.Site) (r raster, ok bool) {
	if rt.Quiet() {
		return r, false
	}
	v := reflect.ValueOf(img)
	if within, ok := inners.Of(v, "At"); ok {
		v = within
	}
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Type().Elem().PkgPath() != "image" {
		return r, false
	}
	v = v.Elem()
	if r.size = pixelSizes[v.Type().Name()]; r.size == 0 {
		return r, false
	}
	r.image, r.pix, r.stride = v, v.FieldByName("Pix").Bytes(), int(v.FieldByName("Stride").Int())
	r.left, r.top, r.right, r.down = corners(v.FieldByName("Rect"))
	for _, name := range [...]string{"Pix", "Stride", "Rect"} {
		f := v.FieldByName(name)
		rt.TouchValue(unsafe.Pointer(f.UnsafeAddr()), f.Type(), s, false)
	}
	return r, true
}

// corners takes an image.Rectangle apart.
func corners(v reflect.Value) (left, top, right, down int) {
	at := func(i, j int) int { return int(v.Field(i).Field(j).Int()) }
	return at(0, 0), at(0, 1), at(1, 0), at(1, 1)
}

// at are the bytes of a pixel, if it is within the image.
func (r *raster) at(x, y int) []byte {
	if x < r.left || x >= r.right || y < r.top || y >= r.down {
		return nil
	}
	i := (y-r.top)*r.stride + (x-r.left)*r.size
	if i < 0 || i+r.size > len(r.pix) {
		return nil
	}
	return r.pix[i : i+r.size]
}

// pixels announces accesses of the pixels of a rectangle, as far as they are within the image.
func (r *raster) pixels(left, top, right, down int, s rt.Site, write bool) {
	for y := max(top, r.top); y < min(down, r.down); y++ {
		for x := max(left, r.left); x < min(right, r.right); x++ {
			if p := r.at(x, y); write {
				rt.SliceW(p, s)
			} else {
				rt.SliceR(p, s)
			}
		}
	}
}

// ReadsPixel announces a read of a pixel of an image.
func ReadsPixel[T any](img T, s rt.Site, x, y int) T { return onePixel(img, s, x, y, false) }

// WritesPixel announces a write of a pixel of an image.
func WritesPixel[T any](img T, s rt.Site, x, y int) T { return onePixel(img, s, x, y, true) }

func onePixel[T any](img T, s rt.Site, x, y int, write bool) T {
	if r, ok := rasterOf(img, s); ok {
		r.pixels(x, y, x+1, y+1, s, write)
	}
	return img
}

// ReadsPixels announces reads of all pixels of an image.
func ReadsPixels[T any](img T, s rt.Site) T {
	if r, ok := rasterOf(img, s); ok {
		r.pixels(r.left, r.top, r.right, r.down, s, false)
	}
	return img
}

// alphas are the bytes of a pixel that say how opaque it is, by the image's type: from, to.
var alphas = map[string][2]int{"RGBA": {3, 4}, "RGBA64": {6, 8}, "NRGBA": {3, 4}, "NRGBA64": {6, 8}, "Alpha": {0, 1}, "Alpha16": {0, 2}}

// ReadsOpacity announces what a method Opaque reads of an image: up to the first pixel that is not.
func ReadsOpacity[T any](img T, s rt.Site) T {
	r, ok := rasterOf(img, s)
	if !ok {
		return img
	}
	alpha := alphas[r.image.Type().Name()]
	for y := r.top; y < r.down; y++ {
		for x := r.left; x < r.right; x++ {
			p := r.at(x, y)
			if p == nil {
				return img
			}
			for _, b := range rt.SliceR(p[alpha[0]:alpha[1]], s) {
				if b != 0xff {
					return img
				}
			}
		}
	}
	return img
}

// Draws announces writes of the pixels of an image that are in a rectangle, an image.Rectangle.
func Draws[T, R any](img T, s rt.Site, rect R) T {
	if r, ok := rasterOf(img, s); ok {
		left, top, right, down := corners(reflect.ValueOf(rect))
		r.pixels(left, top, right, down, s, true)
	}
	return img
}
